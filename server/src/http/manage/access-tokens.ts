import { type Static, Type } from 'typebox'
import { type AccessTokenId, type AccountId, Refusal, isId, timestamp } from '../../kernel/index.ts'
import type { AccessTokenRecord } from '../../identity/index.ts'
import {
  type NewAccessToken,
  issueAccessToken,
  listAccessTokens,
  withdrawAccessToken,
} from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId, text, timestampOrNull, timestampText } from '../wire/schema.ts'
import { tokenNotFound } from './dataset-errors.ts'
import { createTokenErrors, managementErrors } from './errors.ts'
import {
  datasetIds,
  newTokenExample,
  revokedTokenExample,
  tokenOrderExample,
  tokensExample,
} from './examples/datasets.ts'

const tokenFields = {
  id: text('The id of the token, which is not the token.'),
  account_id: text('Whose locked datasets it opens.'),
  name: text('What it is for.'),
  created_at: timestampText('When it was made.'),
  revoked_at: timestampOrNull('When it was revoked.'),
}
export const accessTokenSchema = Type.Object(tokenFields, {
  $id: 'AccessToken',
  description: 'A token for locked datasets, without its secret.',
})
export const newAccessTokenSchema = Type.Object(
  {
    ...tokenFields,
    token: Type.Optional(
      text('The token itself. It is shown this once: a repeated request gets none.'),
    ),
  },
  { $id: 'NewAccessToken', description: 'A new token.', examples: [newTokenExample] },
)
export const createAccessTokenBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Whose token; your own by default.' }),
    ),
    name: Type.String({ minLength: 1, maxLength: 200, description: 'What it is for.' }),
  },
  { $id: 'CreateAccessToken', examples: [tokenOrderExample] },
)

export function addAccessTokens(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  app.get(
    '/manage/access_tokens',
    {
      config,
      schema: {
        operationId: 'listAccessTokens',
        summary: 'List access tokens',
        description: 'Those of all managed accounts, newest first, without their secrets.',
        tags,
        response: {
          200: exampled(Type.Array(named(accessTokenSchema)), 'The tokens.', tokensExample),
          ...managementErrors(),
        },
      },
    },
    async (request) => (await listAccessTokens(deps.db, callerOf(request))).map(viewToken),
  )
  app.post(
    '/manage/access_tokens',
    {
      config: { ...config, shownOnce: 'token' },
      schema: {
        operationId: 'createAccessToken',
        summary: 'Create an access token',
        description:
          'It opens the locked datasets of the account in the Data API. The answer shows it, for ' +
          'the only time.',
        tags,
        body: named(createAccessTokenBody),
        response: { 200: named(newAccessTokenSchema), ...managementErrors(...createTokenErrors) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { account_id: accountId = caller.account.id, name } = request.body
      const order = { accountId: accountId as AccountId, name } // Only looked up.
      const receipt = receiptOf(reply, viewNewToken)
      return viewNewToken(await issueAccessToken(deps, caller, order, receipt))
    },
  )
  app.post(
    '/manage/access_tokens/:tokenId/revoke',
    {
      config,
      schema: {
        operationId: 'revokeAccessToken',
        summary: 'Revoke an access token',
        description: 'It stops working at once, on every process.',
        tags,
        params: Type.Object({ tokenId: pathId('The token.', datasetIds.token) }),
        response: {
          200: exampled(named(accessTokenSchema), 'The revoked token.', revokedTokenExample),
          ...managementErrors(tokenNotFound),
        },
      },
    },
    async (request, reply) => {
      const tokenId = readTokenId(request.params.tokenId)
      const receipt = receiptOf(reply, viewToken)
      return viewToken(await withdrawAccessToken(deps, callerOf(request), tokenId, receipt))
    },
  )
}

function readTokenId(id: string): AccessTokenId {
  if (isId('tok', id)) return id
  throw new Refusal('not_found', `Access token ${id} was not found.`)
}

function viewNewToken({ record, token }: NewAccessToken): Static<typeof newAccessTokenSchema> {
  return { ...viewToken(record), token }
}

function viewToken(token: AccessTokenRecord): Static<typeof accessTokenSchema> {
  return {
    id: token.id,
    account_id: token.accountId,
    name: token.name,
    created_at: timestamp(token.createdAt),
    revoked_at: token.revokedAt === null ? null : timestamp(token.revokedAt),
  }
}
