import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { exactTimestamp, timestamp } from '../../kernel/index.ts'
import { type Declaration, declarationStates, refusalOfSettling } from '../../withdrawals/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import { flag, oneOf, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { declaredExample, settleExample } from './examples.ts'

export const declaredWithdrawalSchema = Type.Object(
  {
    id: text('The withdrawal, as its receipt names it.'),
    livemode: flag('True for live, false for test.'),
    product_id: text('The product on whose page it was declared.'),
    state: oneOf(
      declarationStates,
      '`open`: the platform or a person has to see to it. `settled`: the policy has ended. ' +
        '`refused`: the insurer has refused it.',
    ),
    problem: textOrNull(
      'Why it was left to a person: `no_policy`, `customer_differs` (the e-mail address is not that ' +
        'of the policyholder), `withdrawal_failed`, or the code by which the withdrawal was refused, ' +
        'such as `withdrawal_period_over`. Null as long as it was not.',
    ),
    policy_id: textOrNull('The policy with the number; null if there is none.'),
    name: personal(text('The name, as it was entered.')),
    policy_number: personal(text('The policy number, as it was entered.')),
    email: personal(text('The e-mail address to which the receipt goes.')),
    language: text('The language of the receipt.'),
    received_at: timestampText('When it was received, to the millisecond.'),
    reason: personal(textOrNull('What the person wrote who settled or refused it.')),
    settled_by: textOrNull('The key or the person; null for the platform, and while it is open.'),
    settled_at: timestampOrNull('When it was settled or refused; null while it is open.'),
    allowed: allowed('settle'),
    masked: maskedMember,
  },
  {
    $id: 'DeclaredWithdrawal',
    description: 'A withdrawal that was declared on the public page.',
    examples: [declaredExample],
  },
)

export const settleWithdrawalBody = Type.Object(
  {
    outcome: oneOf(['settled', 'refused'], 'What was decided.'),
    policy_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The policy that has ended; needed for `settled`.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Why; needed for `refused`. It is not shown to the customer.',
      }),
    ),
  },
  {
    $id: 'SettleWithdrawal',
    description: 'What a person has decided about a withdrawal.',
    examples: [settleExample],
  },
)

/** Views a withdrawal for whoever made the request. */
export function viewerOfDeclarations(request: FastifyRequest) {
  return (one: Declaration): Static<typeof declaredWithdrawalSchema> => ({
    id: one.id,
    livemode: one.livemode,
    product_id: one.productId,
    state: one.state,
    problem: one.problem,
    policy_id: one.policyId,
    name: one.content.name,
    policy_number: one.content.policyNumber,
    email: one.content.email,
    language: one.content.language,
    received_at: exactTimestamp(one.receivedAt),
    reason: one.reason,
    settled_by: one.settledBy,
    settled_at: one.settledAt && timestamp(one.settledAt),
    allowed: viewAllowed(
      request,
      { settle: ['settleWithdrawal', refusalOfSettling(one)] },
      { productId: one.productId, distributorId: null },
    ),
  })
}
