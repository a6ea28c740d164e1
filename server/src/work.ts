import { run } from './run.ts'

/** Works jobs off and serves nobody. */
await run({
  serve: false,
  work: true,
  after: async () => {
    process.stdout.write('Bindery is running jobs.\n')
  },
})
