import { run } from './run.ts'

/** Serves HTTP and leaves the jobs to others. */
await run({ serve: true, work: false })
