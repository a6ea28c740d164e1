import type { FastifyRequest } from 'fastify'
import { isJsonObject } from '../../kernel/index.ts'
import { Type } from '../wire/type.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import {
  modificationInProgress,
  notPaid,
  policyCancelled,
  policyWithdrawn,
  policyExpired,
} from '../../policy-transactions/index.ts'
import { type Asker, type GivenForTerm, notToBeRenewed } from '../../renewals/index.ts'
import { callerOf } from '../access/access.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { previewToken } from '../policies/transactions/preview-token.ts'
import { renewalSchema } from './renewal.ts'
import { named, pathId } from '../wire/schema.ts'

/** Shared by all calls about the renewal of a policy. */
export const renewalParams = Type.Object({ policyId: pathId('The policy.', ids.policy) })
export const renewalResponse = { 200: named(renewalSchema) }
export const noticeQuery = Type.Object({
  token: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The token in the link of the last renewal notice. With it, no key is needed.',
    }),
  ),
})
export const acceptQuery = Type.Object({ ...noticeQuery.properties, preview_token: previewToken })
export const orTheToken =
  'Use a secret key with access to the policy, or the token in the link of the last ' +
  'renewal notice.'

/** Why a renewal cannot be decided or retried. */
export const undecidedReasons = [
  policyNotFound,
  notToBeRenewed,
  clockAdvancing,
  notPaid.listed({ example: [ids.policy, 'renewed'] }),
  modificationInProgress,
  policyCancelled.listed({ example: [ids.policy, 'renewed'] }),
  policyWithdrawn.listed({ example: [ids.policy, 'renewed'] }),
  policyExpired.listed({ example: [ids.policy, 'renewed'] }),
]

export const givenReason = invalidMember('`answers` or `data` is not an object.', {
  code: 'invalid_value',
  field: 'answers',
  rules: ['object'],
})

/** The answers and data of a body; what is left out is empty. */
export function readGiven({
  answers,
  data,
}: {
  readonly answers?: unknown
  readonly data?: unknown
}): GivenForTerm {
  return {
    answers: isJsonObject(answers) ? answers : {},
    data: isJsonObject(data) ? data : {},
  }
}

/** A token takes the place of a key. */
export function askerOf(request: FastifyRequest): Asker {
  const token: unknown = Reflect.get(Object(request.query), 'token')
  if (request.caller === null && typeof token === 'string') return { token }
  return { caller: callerOf(request) }
}

export function tokenOf(asker: Asker): string | null {
  return 'token' in asker ? asker.token : null
}
