import './fast-imports.ts'

const { run } = await import('./run.ts')

/** Runs jobs and serves nobody. */
await run({
  serve: false,
  work: true,
  after: async () => {
    process.stdout.write('Bindery is running jobs.\n')
  },
})
