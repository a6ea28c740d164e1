import { pino } from 'pino'
import { buildApp } from './app.ts'
import { openCompiledSchemas } from './schemas/compiled-schemas.ts'
import type { HttpDeps } from './deps.ts'

/**
 * The document as it is committed: for the vendor that we document, at no address in particular.
 */
export async function describeApi(): Promise<object> {
  // Only requests use the dependencies, and none is made.
  const app = await buildApp({} as HttpDeps, {
    log: pino({ level: 'silent' }),
    vendor: 'bindery',
    publicUrl: '/',
    // Compiles all schemas now: an invalid one fails here instead of in a server.
    compiledSchemas: openCompiledSchemas(),
  })
  try {
    await app.ready()
    return app.swagger()
  } finally {
    await app.close()
  }
}
