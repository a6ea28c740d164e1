import { Type } from 'typebox'
import { Refusal } from '../../kernel/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { wantsPdf } from '../wants-pdf.ts'
import { assetsSchema, viewAssets } from '../wire/assets.ts'
import { errorResponses } from '../wire/error.ts'
import { unavailable } from '../wire/errors/common.ts'
import { assetsNotFound } from '../wire/errors/small-records.ts'
import { ids } from '../wire/examples/ids.ts'
import { offerAssetsExample, policyAssetsExample } from '../wire/examples/sale.ts'
import { named, pathId } from '../wire/schema.ts'
import { type AssetKind, assetKinds, documentsOf, openByToken } from './asset-link.ts'
import { paperResponse, sendPaper, stillBeingMade } from './send-paper.ts'

/** Where the asset links of an offer lead. The token is the key: there is no other. */
export function addShowAssets(app: App, deps: HttpDeps): void {
  for (const kind of assetKinds) {
    addList(app, deps, kind)
    addPaper(app, deps, kind)
  }
}

const whose = { offers: 'an offer', policies: 'a policy' } as const
const examples = { offers: offerAssetsExample, policies: policyAssetsExample }
const id = pathId('The offer or policy.', ids.policy)
const querystring = Type.Object({
  token: Type.Optional(pathId('From the asset link of the offer.', ids.assetToken)),
})
const noKeyNeeded = 'For the customer: the token in the link gives access, and no key is needed.'

function addList(app: App, deps: HttpDeps, kind: AssetKind): void {
  app.get(
    `/policies/${kind}/:id/assets`,
    {
      config: { access: 'open' },
      validatorCompiler: () => () => true, // What is no token leads nowhere, as a wrong one does.
      schema: {
        operationId: kind === 'offers' ? 'showOfferAssets' : 'showPolicyAssets',
        summary: `The documents of ${whose[kind]}`,
        description:
          `${noKeyNeeded} A browser, or \`Accept: application/pdf\`, gets the main document ` +
          'itself; everybody else the list.',
        tags: ['Documents'],
        params: Type.Object({ id }),
        querystring,
        response: {
          200: {
            description: 'The list, or the main document.',
            content: {
              'application/json': { schema: named(assetsSchema), example: examples[kind] },
              ...paperResponse.content,
            },
          },
          202: stillBeingMade,
          ...errorResponses(assetsNotFound, unavailable),
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
        return reply.send({ policy_id: policy.id, documents: list })
      }
      const [main] = documents
      if (main === undefined) throw new Refusal('not_found', noPaper(kind))
      return sendPaper(deps, request, reply, { policy, document: main })
    },
  )
}

function noPaper(kind: AssetKind): string {
  return kind === 'offers'
    ? 'This offer has no documents.'
    : 'There are no documents of this policy: it is not paid yet, or its product has none.'
}

function addPaper(app: App, deps: HttpDeps, kind: AssetKind): void {
  app.get(
    `/policies/${kind}/:id/assets/:versionId/:file`,
    {
      config: { access: 'open' },
      validatorCompiler: () => () => true, // What is no token leads nowhere, as a wrong one does.
      schema: {
        operationId: kind === 'offers' ? 'showOfferDocument' : 'showPolicyDocument',
        summary: `One document of ${whose[kind]}`,
        description:
          `${noKeyNeeded} The address stands as \`href\` in the list. A document is made once and ` +
          'stays the same for ever; one that is still being made is answered 202.',
        tags: ['Documents'],
        params: Type.Object({
          id,
          versionId: pathId('The version of the policy.', ids.policyVersion),
          file: pathId('The designation, with its extension.', 'policy.pdf'),
        }),
        querystring,
        response: {
          200: paperResponse,
          202: stillBeingMade,
          ...errorResponses(assetsNotFound, unavailable),
        },
      },
    },
    async (request, reply) => {
      const { policy } = await openByToken(deps, request.params.id, request.query.token)
      const { versionId, file } = request.params
      const document = (await documentsOf(deps, kind, policy)).find(
        (one) => one.versionId === versionId && `${one.designation}.pdf` === file,
      )
      if (document === undefined) {
        throw new Refusal('not_found', 'There are no documents under this link.')
      }
      return sendPaper(deps, request, reply, { policy, document })
    },
  )
}
