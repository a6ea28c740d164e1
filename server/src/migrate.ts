import { run } from './run.ts'

/** Brings the database up to date and ends. */
await run({
  serve: false,
  work: false,
  after: async () => {
    process.kill(process.pid, 'SIGTERM')
  },
})
