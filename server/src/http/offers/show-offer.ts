import { Type } from '../wire/type.ts'
import { momentOf } from '../../deadlines/index.ts'
import { offerDocuments } from '../../documents/index.ts'
import { findOffer, offerNotFound, offerOfAnother } from '../../policies/index.ts'
import { openTokens } from '../../sales/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { offerSchema } from './offer.ts'
import { named, pathId } from '../wire/schema.ts'
import { viewOffer } from './view-offer.ts'

export function addShowOffer(app: App, deps: HttpDeps): void {
  app.get(
    '/offers/:offerId',
    {
      config: {
        access: 'secret',
        version: 2,
        hasETag: true,
        refuses: [offerOfAnother, offerNotFound],
      },
      schema: {
        operationId: 'showOffer',
        summary: 'View an offer',
        description: 'The whole offer, also after it has become a policy.',
        tags: ['Sales'],
        params: Type.Object({ offerId: pathId('The offer.', ids.policy) }),
        response: { 200: named(offerSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { offerId } = request.params
      const offer = await findOffer(deps.db, caller, offerId)
      reply.header('etag', `"${offer.versionId}"`)
      const tokens = await openTokens(deps, offer.id)
      const documents = await offerDocuments(deps, offer)
      const data = await deps.datasets.shown(offer, caller.account.id)
      const { now } = await momentOf(deps.db, deps.clock, offer)
      return viewOffer({ ...offer, data }, tokens, documents, now, deps.links)
    },
  )
}
