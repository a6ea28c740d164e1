import './fast-imports.ts'

const { run } = await import('./run.ts')

/** Serves HTTP and leaves the jobs to others. */
await run({
  serve: true,
  work: false,
  after: async (_platform, { publicUrl }) => {
    process.stdout.write(`Bindery is running at ${publicUrl}. It leaves the jobs to others.\n`)
  },
})
