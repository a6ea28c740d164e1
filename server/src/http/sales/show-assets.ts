import { timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Refusal, isId } from '../../kernel/index.ts'
import { type Policy, selectPolicy } from '../../policies/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { assetsSchema } from '../wire/assets.ts'
import { errorResponses } from '../wire/error.ts'
import { unavailable } from '../wire/errors/common.ts'
import { assetsNotFound } from '../wire/errors/small-records.ts'
import { ids } from '../wire/examples/ids.ts'
import { named, pathId } from '../wire/schema.ts'

/** Where the asset links of an offer lead. The token is the key: there is no other. */
export function addShowAssets(app: App, deps: HttpDeps): void {
  for (const kind of ['offers', 'policies'] as const) {
    app.get(
      `/policies/${kind}/:id/assets`,
      {
        config: { access: 'open' },
        schema: {
          operationId: kind === 'offers' ? 'showOfferAssets' : 'showPolicyAssets',
          summary: kind === 'offers' ? 'The documents of an offer' : 'The documents of a policy',
          description:
            'For the customer: the token in the link gives access, and no key is needed.',
          tags: ['Documents'],
          params: Type.Object({ id: pathId('The offer or policy.', ids.policy) }),
          querystring: Type.Object({
            token: Type.Optional(pathId('From the asset link of the offer.', ids.assetToken)),
          }),
          response: { 200: named(assetsSchema), ...errorResponses(assetsNotFound, unavailable) },
        },
      },
      async (request) => {
        const { id } = request.params
        const policy = isId('tpol', id) ? await selectPolicy(deps.db, id) : undefined
        if (policy === undefined || !isToken(policy, request.query.token ?? '')) {
          throw new Refusal('not_found', 'There are no documents under this link.')
        }
        return { policy_id: policy.id, documents: [] }
      },
    )
  }
}

function isToken(policy: Policy, token: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(policy.assetToken)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
