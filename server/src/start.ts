import { enableCompileCache } from 'node:module'

// First of all, so that everything below starts from compiled code the second time.
enableCompileCache()
const { run } = await import('./run.ts')
const { printBanner, startDemo } = await import('./demo/index.ts')

/** The whole platform in one process, with a demo on an empty database. */
await run({ serve: true, work: true, before: startDemo, after: printBanner })
