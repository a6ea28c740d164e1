import './fast-imports.ts'

const { run } = await import('./run.ts')
const { printBanner, startDemo } = await import('./demo/index.ts')

/** The whole platform in one process, with a demo on an empty database. */
await run({ serve: true, work: true, before: startDemo, after: printBanner })
