import type { FastifyServerOptions } from 'fastify'

type OpenBucket = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['bucket']>

/**
 * The schemas that have names. The framework's own bucket copies all of them for each schema of
 * each route, which took a fifth of the time that a server takes to open its routes.
 */
export const openSchemaBucket: OpenBucket = (inherited) => {
  const schemas: Record<string, unknown> = { ...Object(inherited) }
  return {
    add(schema) {
      const { $id } = schema as { readonly $id: string } // All of ours have one: `addSchemas`.
      schemas[$id] = schema
      return undefined as never // Its type asks for the app, which nobody reads here.
    },
    getSchema: (name) => schemas[name],
    getSchemas: () => schemas,
  }
}
