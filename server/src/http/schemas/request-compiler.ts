import openReaders, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'

type Options = NonNullable<Parameters<BuildCompilerFromPool>[1]>
type Compile = ReturnType<BuildCompilerFromPool>
export type RequestCheck = ReturnType<Compile>
export type Schemas = Readonly<Record<string, unknown>>

/** Compiles schemas of requests that share their named schemas. */
export interface RequestCompiler {
  /** Whether it knows no other schemas by these names. */
  takes(needed: Schemas, options: Options): boolean
  compile(route: Parameters<Compile>[0], needed: Schemas): RequestCheck
}

/** Registers a named schema with the first schema that refers to it: registering all takes long. */
export function openRequestCompiler(options: Options): RequestCompiler {
  const settings = JSON.stringify(options.customOptions)
  const known = new Map<string, string>()
  let register = (_schema: object) => {}
  const compile = openReaders()(
    {},
    {
      ...options,
      onCreate: (compiler) => (register = (schema) => void compiler.addSchema(schema)),
    },
  )
  return {
    takes: (needed, others) =>
      JSON.stringify(others.customOptions) === settings &&
      Object.entries(needed).every(([name, schema]) => {
        const text = known.get(name)
        return text === undefined || text === JSON.stringify(schema)
      }),
    compile: (route, needed) => {
      for (const [name, schema] of Object.entries(needed)) {
        if (known.has(name)) continue
        known.set(name, JSON.stringify(schema))
        register(schema as object) // Only those that are objects can have a name.
      }
      return compile(route)
    },
  }
}
