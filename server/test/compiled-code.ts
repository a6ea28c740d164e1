import { enableCompileCache } from 'node:module'
import { compiledCode } from '../src/threads/index.ts'

/** The threads that tests start, and end over hostile folders, start from compiled code. */
enableCompileCache()
/** So do processes that do not see to it themselves. */
Object.assign(process.env, compiledCode())
