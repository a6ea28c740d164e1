import { Type } from '../wire/type.ts'
import { momentOf } from '../../deadlines/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { wantsPdf } from './wants-pdf.ts'
import { assetsSchema, viewAssets } from './assets.ts'
import { viewPolicyCover } from '../quotes/cover.ts'
import { offerAssetsExample, policyAssetsExample } from './examples.ts'
import { named } from '../wire/schema.ts'
import {
  type AssetKind,
  assetId,
  assetQuery,
  documentsOf,
  noKeyNeeded,
  openByToken,
  whose,
} from './asset-link.ts'
import { documentResponse, sendDocument, stillBeingMade } from './send-document.ts'
import { assetsNotFound, offerHasNoDocuments, policyHasNoDocuments } from './reasons.ts'
import { unavailable } from '../reasons.ts'

const noDocuments = { offers: offerHasNoDocuments, policies: policyHasNoDocuments }
const examples = { offers: offerAssetsExample, policies: policyAssetsExample }
/** Where the asset links of an offer lead. The token is the key: there is no other. */
export function addShowAssets(app: App, deps: HttpDeps, kind: AssetKind): void {
  app.get(
    `/policies/${kind}/:id/assets`,
    {
      config: {
        access: 'open',
        mayBeUnchanged: true,
        refuses: [assetsNotFound, noDocuments[kind], unavailable],
      },
      validatorCompiler: () => () => true, // A malformed token is refused like a wrong one.
      schema: {
        operationId: kind === 'offers' ? 'showOfferAssets' : 'showPolicyAssets',
        summary: `List the documents of ${whose[kind]}`,
        description:
          `${noKeyNeeded} A browser, or \`Accept: application/pdf\`, gets the main document; ` +
          'other clients get the list.',
        tags: ['Documents'],
        params: Type.Object({ id: assetId }),
        querystring: assetQuery,
        response: {
          200: {
            description: 'The list, or the main document.',
            content: {
              'application/json': { schema: named(assetsSchema), example: examples[kind] },
              ...documentResponse.content,
            },
          },
          202: stillBeingMade,
        },
      },
    },
    async (request, reply) => {
      const { id: policyId } = request.params
      const { policy, assetToken } = await openByToken(deps, policyId, request.query.token)
      const documents = await documentsOf(deps, kind, policy)
      reply.headers({ vary: 'accept', 'cache-control': 'private, no-store' })
      if (!wantsPdf(request.headers.accept)) {
        const list = viewAssets(documents, assetToken, deps.links)
        const { now } = await momentOf(deps.db, deps.clock, policy)
        const cover = viewPolicyCover(policy, now)
        return reply.send({ policy_id: policy.id, documents: list, cover })
      }
      const [main] = documents
      if (main === undefined) throw noDocuments[kind]()
      return sendDocument(deps, request, reply, { policy, document: main })
    },
  )
}
