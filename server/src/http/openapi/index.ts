import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { App } from '../deps.ts'
import { describeRoute } from './describe-route.ts'
import { overview } from './overview.ts'

/** The document is made from the routes' own schemas, so it cannot drift from what the server does. */
export async function addOpenApi(
  app: App,
  options: { readonly vendor: string; readonly publicUrl: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: overview(options),
    transform: ({ schema, url, route }) => describeRoute(schema, url, route.config, options.vendor),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, at) => String(json['$id'] ?? `Schema${at}`),
    },
  })
  app.get('/openapi.json', { config: { access: 'open' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' }
      route.schema = { ...route.schema, hide: true }
    })
    await scope.register(reference, {
      routePrefix: '/reference',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Bindery API reference',
        withDefaultFonts: false,
        telemetry: false,
      },
    })
  })
}
