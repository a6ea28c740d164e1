import './fast-imports.ts'

const { runOnce } = await import('./run.ts')

/** Brings the database up to date, which every start does, and ends. */
await runOnce(async () => {
  process.stdout.write('The database is up to date.\n')
})
