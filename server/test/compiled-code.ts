import { enableCompileCache } from 'node:module'

/** The threads that tests start, and end over hostile folders, start from compiled code. */
enableCompileCache()
