import swagger from '@fastify/swagger'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { App } from '../deps.ts'
import { publicCaching } from '../headers/safe-headers.ts'
import { type Call, callOf } from './call.ts'
import { completeDocument } from './complete-document.ts'
import type { Document } from './document.ts'
import { overview } from './overview.ts'

/** The document is generated from the schemas of the routes, so it always matches the server. */
export async function addOpenApi(
  app: App,
  options: { readonly vendor: string; readonly publicUrl: string },
): Promise<void> {
  const calls = new Map<string, Call>()
  await app.register(swagger, {
    openapi: overview(options),
    transform: ({ schema, url, route }) => {
      if (schema?.operationId !== undefined) {
        calls.set(schema.operationId, callOf(route, options.vendor))
      }
      return { schema, url }
    },
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('the document is not OpenAPI 3')
      // The library types a document by what it may hold; ours holds what `Document` says.
      const document = made.openapiObject as unknown as Document
      return completeDocument(document, calls) as unknown as Partial<OpenAPIV3_1.Document>
    },
    refResolver: {
      buildLocalReference: ({ $id: name }, _base, _fragment, at) =>
        typeof name === 'string' ? name : `Schema${at}`,
    },
  })
  app.get(
    '/openapi.json',
    { config: { access: 'open' }, schema: { hide: true } },
    async (_request, reply) => reply.header('cache-control', publicCaching).send(app.swagger()),
  )
}
