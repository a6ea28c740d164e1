import type { BuildCompilerFromPool } from '@fastify/ajv-compiler'
import openWriters from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import {
  type RequestCheck,
  type RequestCompiler,
  type Schemas,
  openRequestCompiler,
} from './request-compiler.ts'

type Factories = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>
type AnswerWriters = NonNullable<Factories['buildSerializer']>

export interface CompiledSchemas {
  readonly buildValidator: BuildCompilerFromPool
  readonly buildSerializer: AnswerWriters
}

/**
 * Compiles request schemas into validators and response schemas into serializers. By default the
 * framework compiles each schema of each route, and searches all named schemas each time, which is
 * most of the start of a server. Here a schema is compiled once, with the schemas that it refers
 * to, and several apps can share the result.
 */
export function openCompiledSchemas(): CompiledSchemas {
  return { buildValidator: openRequestChecks(), buildSerializer: openAnswerWriters() }
}

function openRequestChecks(): BuildCompilerFromPool {
  const checks = new Map<string, RequestCheck>()
  const compilers: RequestCompiler[] = []
  return (named, options = {}) =>
    (route) => {
      const { schema } = route as { schema: unknown } // Its types say the schema alone.
      const needed = referredTo(schema, named)
      const key = JSON.stringify([schema, needed, options.customOptions])
      const known = checks.get(key)
      if (known !== undefined) return known
      let compiler = compilers.find((one) => one.takes(needed, options))
      if (compiler === undefined) {
        compiler = openRequestCompiler(options)
        compilers.push(compiler)
      }
      const check = compiler.compile(route, needed)
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
