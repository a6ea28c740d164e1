import openReaders, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import openWriters from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factories = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>
type AnswerWriters = NonNullable<Factories['buildSerializer']>

export interface CompiledSchemas {
  readonly buildValidator: BuildCompilerFromPool
  readonly buildSerializer: AnswerWriters
}

/**
 * Compiles the schemas of requests into what checks them, and those of answers into what writes them.
 * Left to itself, the framework compiles each of each route, and each time looks through every schema
 * that has a name: most of the time a server takes to start. Here a schema is compiled once, with the
 * schemas that it refers to; whoever opens several apps lets them share what is compiled.
 */
export function openCompiledSchemas(): CompiledSchemas {
  return { buildValidator: openRequestChecks(), buildSerializer: openAnswerWriters() }
}

function openRequestChecks(): BuildCompilerFromPool {
  const openCompiler = openReaders()
  type Compile = ReturnType<typeof openCompiler>
  const checks = new Map<string, ReturnType<Compile>>()
  let last: { readonly named: Schemas; readonly compile: Compile } | null = null
  return (named, options) => (route) => {
    const { schema } = route as { schema: unknown } // Its types say the schema alone.
    const key = JSON.stringify([schema, referredTo(schema, named), options?.customOptions])
    const known = checks.get(key)
    if (known !== undefined) return known
    // All routes of an app name the same schemas, and comparing them word by word takes long.
    if (last === null || !areTheSame(last.named, named)) {
      last = { named, compile: openCompiler(named, options) }
    }
    const check = last.compile(route)
    checks.set(key, check)
    return check
  }
}

function openAnswerWriters(): AnswerWriters {
  const openCompiler = openWriters()
  const writers = new Map<string, ReturnType<ReturnType<AnswerWriters>>>()
  return (named, options) => (route) => {
    const needed = referredTo(route.schema, named as Schemas) // The framework's own, by their names.
    const key = JSON.stringify([route.schema, needed, options])
    const writer = writers.get(key) ?? openCompiler(needed, options)(route)
    writers.set(key, writer)
    return writer
  }
}

type Schemas = Readonly<Record<string, unknown>>

function areTheSame(some: Schemas, others: Schemas): boolean {
  const names = Object.keys(some)
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => some[name] === others[name])
  )
}

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
