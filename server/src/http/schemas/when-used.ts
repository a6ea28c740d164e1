import type { CompiledSchemas } from './compiled-schemas.ts'

/**
 * Compiles a schema at the first request that needs it. A server has some hundred routes and starts
 * a second sooner; the first request of a route takes some milliseconds longer.
 */
export function whenUsed(schemas: CompiledSchemas): CompiledSchemas {
  return {
    buildValidator: (named, options) => {
      const compile = schemas.buildValidator(named, options)
      return (route) => {
        const compiled = once(() => compile(route))
        const check: Check = (value) => {
          const isRight = compiled()(value)
          check.errors = compiled().errors // Where the framework looks for them.
          return isRight
        }
        return check as ReturnType<typeof compile> // It asks for nothing else of it.
      }
    },
    buildSerializer: (named, options) => {
      const compile = schemas.buildSerializer(named, options)
      return (route) => {
        const write = once(() => compile(route))
        return (answer: unknown) => write()(answer)
      }
    },
  }
}

interface Check {
  (value: unknown): unknown
  errors?: unknown
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
