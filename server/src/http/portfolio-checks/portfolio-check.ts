import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type PortfolioCheck, checkSubjects } from '../../management/index.ts'
import { oneOf, text, textOrNull, timestampOrNull, timestampText } from '../wire/schema.ts'

const count = (description: string) => Type.Integer({ description })

export const portfolioCheckParameters = Type.Object({
  subject: Type.Optional({
    ...oneOf(checkSubjects, 'What is checked; `prices` if left out.'),
    examples: ['money'],
  }),
})

export const portfolioCheckSchema = Type.Object(
  {
    id: text('The check.'),
    subject: oneOf(checkSubjects, 'What is checked.'),
    status: oneOf(['running', 'done'], 'Where it stands.'),
    policies_checked: count('How many policies it has looked at so far.'),
    policies_same: count(
      'Of how many all holds: the price is the same, or all that is posted agrees.',
    ),
    policies_different: count('How many did not.'),
    policies_from_rater: count('How many an outside rater priced, which is not asked again.'),
    differences: Type.Array(
      Type.Object({
        policy_id: text('The policy.'),
        quote_id: text('The quote that its price came from.'),
        quoted: Type.Integer({ description: 'What it was sold for, in whole minor units.' }),
        recomputed: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'What comes out now; null where no price does.',
        }),
        reason: text('In what they differ.'),
      }),
      { description: 'The first hundred that differ.' },
    ),
    faults: Type.Array(
      Type.Object({
        policy_id: text('The policy.'),
        kind: text('What does not hold, such as `period_price` or `balances`.'),
        message: text('Where, and by how much.'),
      }),
      { description: 'For a check of the money, the first hundred things that do not hold.' },
    ),
    last_policy_id: textOrNull('How far it has come.'),
    created_at: timestampText('When it was started.'),
    finished_at: timestampOrNull('When it was done.'),
  },
  {
    $id: 'PortfolioCheck',
    description: 'A run over all policies that checks their prices or their money.',
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
