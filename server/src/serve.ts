import { enableCompileCache } from 'node:module'

// First of all, so that everything below starts from compiled code the second time.
enableCompileCache()
const { run } = await import('./run.ts')

/** Serves HTTP and leaves the jobs to others. */
await run({
  serve: true,
  work: false,
  after: async (_platform, { publicUrl }) => {
    process.stdout.write(`Bindery is running at ${publicUrl}. It leaves the jobs to others.\n`)
  },
})
