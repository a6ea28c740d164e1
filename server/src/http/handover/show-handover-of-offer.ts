import { Type } from '../wire/type.ts'
import { offerDocuments } from '../../documents/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { assetId, assetQuery, noKeyNeeded, openByToken } from '../documents/asset-link.ts'
import { assetsNotFound } from '../documents/reasons.ts'
import { unavailable } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { handoverOfOfferSchema, viewHandoverOfOffer } from './handover.ts'
import { readHandover } from './read-handover.ts'

/** For the page on which the customer opens the documents: with the token of its asset links. */
export function addShowHandoverOfOffer(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/offers/:id/handover',
    {
      config: { access: 'open', refuses: [assetsNotFound, unavailable] },
      validatorCompiler: () => () => true, // A malformed token is refused like a wrong one.
      schema: {
        operationId: 'showHandoverOfOffer',
        summary: 'View which documents of an offer are handed over',
        description:
          `${noKeyNeeded} The documents that consumers receive before they are bound: a customer ` +
          'has received a document once it was opened by its `href`, or a mail has carried it.',
        tags: ['Documents'],
        params: Type.Object({ id: assetId }),
        querystring: assetQuery,
        response: { 200: named(handoverOfOfferSchema) },
      },
    },
    async (request, reply) => {
      const { policy, assetToken } = await openByToken(deps, request.params.id, request.query.token)
      reply.header('cache-control', 'private, no-store')
      const handed = await readHandover(deps, policy)
      const documents = await offerDocuments(deps, policy)
      return viewHandoverOfOffer(policy, handed, documents, assetToken, deps.links)
    },
  )
}
