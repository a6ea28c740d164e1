import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import { type PortfolioCheck, checkSubjects } from '../../management/index.ts'
import { oneOf, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'

const count = (description: string) => Type.Integer({ description })

export const portfolioCheckParameters = Type.Object({
  subject: Type.Optional({
    ...oneOf(checkSubjects, 'The subject of the check; `prices` by default.'),
    examples: ['money'],
  }),
})

export const portfolioCheckSchema = Type.Object(
  {
    id: text('The check.'),
    subject: oneOf(checkSubjects, 'The subject of the check.'),
    status: oneOf(['running', 'done'], 'The status of the check.'),
    policies_checked: count('The number of policies checked so far.'),
    policies_same: count(
      'The number of policies without a difference: the price is the same, or all postings ' +
        'agree.',
    ),
    policies_different: count('The number of policies with a difference.'),
    policies_from_rater: count(
      'The number of policies priced by an external rater, which is not asked again.',
    ),
    differences: Type.Array(
      Type.Object({
        policy_id: text('The policy.'),
        quote_id: text('The quote that the price comes from.'),
        quoted: Type.Integer({ description: 'The quoted price, in whole minor units.' }),
        recomputed: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'The recalculated price; null if there is none.',
        }),
        reason: text('How the two prices differ.'),
      }),
      { description: 'The first hundred differences.' },
    ),
    faults: Type.Array(
      Type.Object({
        policy_id: text('The policy.'),
        kind: text('The kind of fault, such as `period_price` or `balances`.'),
        message: text('A description of the fault, with the amounts.'),
      }),
      { description: 'For the subject `money`: the first hundred faults.' },
    ),
    last_policy_id: textOrNull('The last policy checked so far.'),
    created_at: timestampText('When the check was started.'),
    finished_at: timestampOrNull('When the check was done; null while it runs.'),
  },
  {
    $id: 'PortfolioCheck',
    description: 'A check of all policies: of their prices, or of their money.',
  },
)

export function viewPortfolioCheck(check: PortfolioCheck): Static<typeof portfolioCheckSchema> {
  return {
    id: check.id,
    subject: check.subject,
    status: check.state,
    policies_checked: check.counts.checked,
    policies_same: check.counts.same,
    policies_different: check.counts.different,
    policies_from_rater: check.counts.fromRater,
    differences: check.differences.map((one) => ({
      policy_id: one.policyId,
      quote_id: one.quoteId,
      quoted: one.quoted,
      recomputed: one.recomputed,
      reason: one.reason,
    })),
    faults: check.faults.map(({ policyId, kind, message }) => {
      return { policy_id: policyId, kind, message }
    }),
    last_policy_id: check.lastPolicyId,
    created_at: timestamp(check.createdAt),
    finished_at: check.finishedAt === null ? null : timestamp(check.finishedAt),
  }
}
