#!/usr/bin/env node
import module from 'node:module'

// Node 20 has no such cache; its types say that all have.
const { enableCompileCache } = module as Partial<typeof module>
enableCompileCache?.()
// Whoever reads our output may stop early, as `bindery events | head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
// Loaded after the cache is on, which then serves the modules of every later start.
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
