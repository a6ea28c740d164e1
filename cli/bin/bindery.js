#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

// Node 20 has no such cache. On before anything of ours is loaded, it also spares every start but the
// first the stripping of types.
module.enableCompileCache?.()

// In the repository the command line runs from its source, installed from the compiled file.
const source = new URL('../src/bindery.ts', import.meta.url)
const compiled = new URL('../dist/bindery.js', import.meta.url)
const isRepository = existsSync(source)
if (isRepository) {
  // Its hundreds of modules are found as the platform finds its own.
  await import(new URL('../../server/src/fast-imports.ts', import.meta.url).href)
}
await import((isRepository ? source : compiled).href)
