import { enableCompileCache } from 'node:module'

// First of all, so that everything below starts from compiled code the second time.
enableCompileCache()
const { run } = await import('./run.ts')

/** Serves HTTP and runs no jobs. */
await run({
  serve: true,
  work: false,
  after: async (_platform, { publicUrl }) => {
    process.stdout.write(
      `Bindery is running at ${publicUrl}. It runs no jobs: start a worker for them.\n`,
    )
  },
})
