import { pino } from 'pino'
import { buildApp } from './app.ts'
import { openCompiledSchemas } from './schemas/compiled-schemas.ts'
import type { HttpDeps } from './deps.ts'

/** The document as it is committed: for the vendor that we document, at no address in particular. */
export async function describeApi(): Promise<object> {
  // Only requests reach for what routes depend on, and none is made.
  const app = await buildApp({} as HttpDeps, {
    log: pino({ level: 'silent' }),
    vendor: 'bindery',
    publicUrl: '/',
    // All of them, now: a schema that says nothing sensible is refused here, and not by a server.
    compiledSchemas: openCompiledSchemas(),
  })
  try {
    await app.ready()
    return app.swagger()
  } finally {
    await app.close()
  }
}
