import { createHash } from 'node:crypto'
import { Type } from '../wire/type.ts'
import { isId } from '../../kernel/index.ts'
import { publicFileType, selectVersionFiles } from '../../products/index.ts'
import type { App, HttpDeps } from '../deps.ts'

/** A version's files never change. */
const foreverCaching = 'public, max-age=31536000, immutable'
/** A picture may contain a script, which must not run if the picture is opened by itself. */
const scriptless = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * The public files of a product folder: the logo, and documents that are the same for everybody.
 */
export function addProductFiles(app: App, deps: HttpDeps): void {
  app.get(
    '/checkout/product-files/:versionId/*',
    {
      config: { access: 'open' },
      schema: {
        hide: true,
        params: Type.Object({ versionId: Type.String(), '*': Type.String() }),
      },
    },
    async (request, reply) => {
      const { versionId, '*': path } = request.params
      const version = isId('prv', versionId) ? await deps.catalogue.version(versionId) : undefined
      const type = version === undefined ? null : publicFileType(version.definition, path)
      if (version === undefined || type === null) {
        reply.callNotFound()
        return reply
      }
      const content = (await selectVersionFiles(deps.db, version.id, path)).get(path)
      if (content === undefined) throw new Error(`version ${version.id} has lost its file ${path}`)
      const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
      reply.headers({
        'cache-control': foreverCaching,
        'cross-origin-resource-policy': 'cross-origin',
        etag,
        ...(type === 'application/pdf' ? {} : { 'content-security-policy': scriptless }),
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(Buffer.from(content))
    },
  )
}
