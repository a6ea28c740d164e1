import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from '../wire/type.ts'
import type { App } from '../deps.ts'
import { publicCaching } from '../headers/safe-headers.ts'
import { type BuiltWorkspace, builtFiles } from './built-files.ts'

/** A file that is named by its content never changes. */
export const foreverCaching = 'public, max-age=31536000, immutable'

/** The scripts and styles of the checkout, for our own pages and everybody's. */
export function addCheckoutFiles(app: App): void {
  const hidden = { config: { access: 'open' }, schema: { hide: true } } as const
  for (const name of [
    'element.js',
    'page.js',
    'page.css',
    'shop.css',
    'pay-link.js',
    'withdrawal.js',
    'withdrawal.css',
  ]) {
    app.get(`/checkout/${name}`, hidden, async (request, reply) =>
      sendBuilt(request, reply, { workspace: 'checkout', name, caching: publicCaching }),
    )
  }
  app.get(
    '/checkout/files/:file',
    { ...hidden, schema: { hide: true, params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const name = `files/${request.params.file}`
      return sendBuilt(request, reply, { workspace: 'checkout', name, caching: foreverCaching })
    },
  )
}

/** Sends a file that `npm run build` made. */
export async function sendBuilt(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  wanted: { readonly workspace: BuiltWorkspace; readonly name: string; readonly caching: string },
): Promise<FastifyReply> {
  const file = (await builtFiles(wanted.workspace)).get(wanted.name)
  if (file === undefined) {
    reply.callNotFound()
    return reply
  }
  // Pages of other origins load the files as modules, which needs these headers.
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': wanted.caching,
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = headers['accept-encoding'] ?? ''
  reply.type(file.type)
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}
