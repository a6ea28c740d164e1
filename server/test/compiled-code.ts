import { enableCompileCache } from 'node:module'
import { compiledCode } from '../src/threads/index.ts'

/** The threads that tests start, and end over hostile folders, start from compiled code. */
enableCompileCache()
/** So do processes that do not see to it themselves. */
Object.assign(process.env, compiledCode())
// Modules are found as the platform finds them. Who watches files needs the runner's own way, by which
// it learns which test imports which file.
if (process.env['VITEST_MODE'] !== 'WATCH') await import('../src/fast-imports.ts')
