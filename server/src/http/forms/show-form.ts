import { createHash } from 'node:crypto'
import { Type } from '../wire/type.ts'
import type { IntegrationId, ProductVersionId } from '../../kernel/index.ts'
import {
  openForm,
  draftNeedsTestKey,
  integrationNotFound,
  integrationNotPublished,
  productNotPublished,
  productVersionNotFound,
} from '../../products/index.ts'
import { withdrawalLink } from '../../withdrawals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { formSchemas, viewForm } from './form.ts'
import { named, pathId } from '../wire/schema.ts'
import { liveFlag } from '../quotes/quote.ts'

/** The form of a version never changes; a minute, so that a new version is seen soon. */
const formCaching = 'private, max-age=60'

export function addShowForm(app: App, deps: HttpDeps): void {
  app.get(
    '/integrations/:integrationId/form',
    {
      config: {
        access: 'key',
        hasETag: true,
        mayBeUnchanged: true,
        refuses: [
          invalidMember('A flag is neither true nor false.', {
            code: 'invalid_value',
            field: 'live_product',
            rules: ['in'],
            params: { in: ['true', 'false'] },
          }),

          draftNeedsTestKey,
          integrationNotFound,
          productNotPublished,
          integrationNotPublished,
          productVersionNotFound,
        ],
      },
      schema: {
        operationId: 'showForm',
        summary: 'View the form of an integration',
        description:
          'The data that a front end needs to sell: items, questions with their rules, ' +
          'payment plans and languages. It can be cached for a minute. `If-None-Match` ' +
          'with the `ETag` returns 304 while nothing has changed. Whoever may see policies may ' +
          'see the form, too: it says what their fields are called.',
        tags: ['Sales'],
        params: Type.Object({ integrationId: pathId('The integration.', ids.integration) }),
        querystring: Type.Object({
          live_product: liveFlag('product'),
          live_integration: liveFlag('integration'),
          product_version_id: Type.Optional(
            Type.String({
              maxLength: 100,
              description:
                'A specific version of the product; overrides `live_product`. Drafts need ' +
                'a test key.',
            }),
          ),
        }),
        response: {
          200: named(formSchemas.form),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const form = await openForm(deps, caller, {
        integrationId: request.params.integrationId as IntegrationId, // Looked up, and found or not.
        liveProduct: request.query.live_product !== 'false',
        liveIntegration: request.query.live_integration !== 'false',
        productVersionId:
          (request.query.product_version_id as ProductVersionId | undefined) ?? null, // Likewise.
      })
      const isPayable = (provider: string) =>
        !caller.livemode || deps.providers.get(provider)?.testModeOnly !== true
      const { livemode } = caller
      const { definition, productId } = form.version
      const withdrawalPage =
        definition.withdrawal === null
          ? null
          : withdrawalLink(deps.publicUrl, { productId, livemode })
      const view = viewForm(form, isPayable, deps.links, withdrawalPage)
      const etag = etagOf(view)
      reply.headers({ etag, 'cache-control': formCaching, vary: 'Authorization, Origin' })
      if (request.headers['if-none-match']?.includes(etag) === true) {
        // It has no body, and so no schema that the types could know.
        return reply.code(304 as 200).send(undefined as never)
      }
      return view
    },
  )
}

/** The versions, and a hash for the data outside of versions: public datasets and the mode. */
function etagOf(view: ReturnType<typeof viewForm>): string {
  const hash = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16)
  return `"${view.product_version_id}.${view.integration_version_id}.${hash}"`
}
