import './fast-imports.ts'

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
