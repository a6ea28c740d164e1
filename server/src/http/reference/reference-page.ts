import Fastify, { type FastifyInstance } from 'fastify'
import type { DemoFile } from '../../demo/index.ts'
import type { App } from '../deps.ts'
import { publicCaching } from '../headers/safe-headers.ts'
import { documentOfDemo } from './document-of-demo.ts'

const pages = '/reference'

/** Words are wider than the narrow columns in which the library would break them anywhere. */
const tableStyle =
  '.markdown :is(th, td), .markdown :is(th, td) * { word-break: normal; overflow-wrap: normal; }' +
  '.markdown table { display: block; overflow-x: auto; }'

/**
 * The interactive reference, served without external resources. With a demo, its examples have the
 * ids and the public key of the demo, so that they work as they are. The page is public, so it
 * never contains a secret key.
 */
export async function addReferencePage(
  app: App,
  { publicUrl, demo }: { readonly publicUrl: string; readonly demo: DemoFile | null },
): Promise<void> {
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
    if (demo !== null) {
      scope.get(`${pages}/openapi.json`, async () => documentOfDemo(app.swagger(), demo))
    }
    let opening: ReturnType<typeof openPages> | null = null
    for (const path of [pages, `${pages}/`, `${pages}/js/scalar.js`]) {
      scope.get(path, async (_request, reply) => {
        const opened = await (opening ??= openPages(demo))
        const { statusCode, headers, rawPayload } = await opened.inject(path)
        const { location, 'content-type': type } = headers
        if (location !== undefined) return reply.redirect(location, statusCode)
        return reply.code(statusCode).type(String(type)).send(rawPayload)
      })
    }
  })
  // People open the address in a browser; programs use the paths.
  app.get('/', { config: { access: 'open' }, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(`${pages}/`),
  )
}

/** The library has megabytes, so it is loaded at the first request. */
async function openPages(demo: DemoFile | null): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const opened = Fastify()
  await opened.register(reference, {
    routePrefix: pages,
    configuration: {
      url: demo === null ? '../openapi.json' : 'openapi.json',
      customCss: tableStyle,
      pageTitle: 'Bindery API reference',
      withDefaultFonts: false,
      telemetry: false,
      // Both would send people, and the document, to a service of somebody else.
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      persistAuth: false,
      authentication: {
        preferredSecurityScheme: 'publicKey',
        ...(demo === null
          ? {}
          : { securitySchemes: { publicKey: { value: demo.keys.test.public } } }),
      },
      orderSchemaPropertiesBy: 'preserve',
      orderRequiredPropertiesFirst: false,
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    },
  })
  return opened
}

/** Keeps the library from loading anything from other origins. */
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
