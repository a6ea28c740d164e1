import reference from '@scalar/fastify-api-reference'
import type { App } from '../deps.ts'
import { publicCaching } from '../safe-headers.ts'

/** The interactive reference. It is served whole from here: nothing is loaded from elsewhere. */
export async function addReferencePage(app: App, publicUrl: string): Promise<void> {
  const policy = contentSecurityPolicy(publicUrl)
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' }
      route.schema = { ...route.schema, hide: true }
    })
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy)
      if (reply.statusCode === 200) reply.header('cache-control', publicCaching)
    })
    await scope.register(reference, {
      routePrefix: '/reference',
      configuration: {
        url: '../openapi.json',
        pageTitle: 'Bindery API reference',
        withDefaultFonts: false,
        telemetry: false,
        // Both would send people, and the document, to a service of somebody else.
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
        persistAuth: false,
        authentication: { preferredSecurityScheme: 'publicKey' },
        orderSchemaPropertiesBy: 'preserve',
        orderRequiredPropertiesFirst: false,
        defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      },
    })
  })
}

/** Should the library ever want something from elsewhere, the browser refuses it. */
function contentSecurityPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${URL.canParse(publicUrl) ? new URL(publicUrl).origin : ''}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
