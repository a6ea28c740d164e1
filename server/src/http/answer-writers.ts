import compileWith from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>
export type AnswerWriters = NonNullable<Factories['buildSerializer']>
type Writer = ReturnType<ReturnType<AnswerWriters>>

/**
 * Compiles the schema of an answer into what writes it. Left to itself, the framework compiles each
 * answer of each route, and each time looks through every schema that has a name: most of the time a
 * server takes to start. Here a schema is compiled once, with the schemas that it refers to; whoever
 * opens several apps lets them share what is compiled.
 */
export function openAnswerWriters(): AnswerWriters {
  const compile = compileWith()
  const written = new Map<string, Writer>()
  return (named, options) => (route) => {
    const needed = referredTo(route.schema, named as Schemas) // The framework's own, by their names.
    const key = JSON.stringify([route.schema, needed, options])
    const writer = written.get(key) ?? compile(needed, options)(route)
    written.set(key, writer)
    return writer
  }
}

type Schemas = Readonly<Record<string, unknown>>

/** The named schemas that a schema refers to, and those that these refer to. */
function referredTo(schema: unknown, named: Schemas): Schemas {
  const found: Record<string, unknown> = {}
  const look = (at: unknown) => {
    for (const [, name = ''] of JSON.stringify(at).matchAll(/"\$ref":"([^"#]+)/g)) {
      if (name in found || !(name in named)) continue
      found[name] = named[name]
      look(named[name])
    }
  }
  look(schema)
  return found
}
