import { Type } from '../wire/type.ts'
import type { App, HttpDeps } from '../deps.ts'
import { unavailable } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import {
  type AssetKind,
  assetId,
  assetQuery,
  documentAt,
  noKeyNeeded,
  openByToken,
  whose,
} from './asset-link.ts'
import { assetsNotFound } from './reasons.ts'
import { documentResponse, sendDocument, stillBeingMade } from './send-document.ts'

export function addShowDocument(app: App, deps: HttpDeps, kind: AssetKind): void {
  app.get(
    `/policies/${kind}/:id/assets/:versionId/:file`,
    {
      config: { access: 'open', mayBeUnchanged: true, refuses: [assetsNotFound, unavailable] },
      validatorCompiler: () => () => true, // A malformed token is refused like a wrong one.
      schema: {
        operationId: kind === 'offers' ? 'showOfferDocument' : 'showPolicyDocument',
        summary: `View a document of ${whose[kind]}`,
        description:
          `${noKeyNeeded} The address is \`href\` in the list. A document never changes once it is ` +
          'created; until then the response is 202.',
        tags: ['Documents'],
        params: Type.Object({
          id: assetId,
          versionId: pathId('The version of the policy, or the invoice.', ids.policyVersion),
          file: pathId('The designation of the document, with the file extension.', 'policy.pdf'),
        }),
        querystring: Type.Object({
          ...assetQuery.properties,
          handover: Type.Optional(
            Type.String({
              description:
                '`true` in the links of a handover: the customer has received the document then.',
              examples: ['true'],
            }),
          ),
        }),
        response: {
          200: documentResponse,
          202: stillBeingMade,
        },
      },
    },
    async (request, reply) => {
      const { policy } = await openByToken(deps, request.params.id, request.query.token)
      const document = await documentAt(deps, kind, policy, request.params)
      if (document === undefined) {
        throw assetsNotFound()
      }
      const isHandover = request.query.handover === 'true'
      return sendDocument(deps, request, reply, { policy, document, isHandover })
    },
  )
}
