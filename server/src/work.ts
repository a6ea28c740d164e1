import { enableCompileCache } from 'node:module'

// First of all, so that everything below starts from compiled code the second time.
enableCompileCache()
const { run } = await import('./run.ts')

/** Runs jobs and serves nobody. */
await run({
  serve: false,
  work: true,
  after: async () => {
    process.stdout.write('Bindery is running jobs.\n')
  },
})
