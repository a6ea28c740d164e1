import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import {
  type HistoryLanguage,
  type ReadTimeline,
  describeTransaction,
} from '../../../management/index.ts'
import type { MarkedFields } from '../../../masks/index.ts'
import type { Policy } from '../../../policies/index.ts'
import { versionKinds } from '../../../policy-transactions/index.ts'
import { type ProductDefinition, planFrequencies } from '../../../products/index.ts'
import { policyTimelineExample } from './examples.ts'
import { amount, oneOf, orNull, text, textOrNull, timestampText } from '../../wire/schema.ts'
import { day, dayOrNull, periodPrice, replacedValue, segmentKind } from './segment.ts'
import { viewPeriodPrice, viewReplaced } from './view-replaced.ts'

export const policyTimelineSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    currency: text('The currency of all amounts.'),
    known_at: timestampText('The time as of which the timeline is shown.'),
    version_id: text('The version that was active then.'),
    terms: Type.Array(
      Type.Object({
        first_day: day('The first day of the term.'),
        last_day: dayOrNull('The last day of the term; null if it is open-ended.'),
        subscription_plan_id: text('The payment plan at the start of the term.'),
        frequency: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          enum: [...planFrequencies, null],
          description: 'How often the plan bills; null for a single payment.',
        }),
      }),
      { description: 'The terms, oldest first.' },
    ),
    segments: Type.Array(
      Type.Object({
        first_day: day('The first day of the segment.'),
        last_day: dayOrNull('The last day; null for the last segment of an open-ended policy.'),
        kind: segmentKind,
        gross_payment_amount: amount('The price of a whole billing period.'),
      }),
      { description: 'Days with the same data and price, oldest first.' },
    ),
    ends_on: dayOrNull('The last day of cover, if the policy was cancelled or ended.'),
    next_instalment: orNull(
      Type.Object({
        first_day: day('The first day of the billing period.'),
        last_day: day('The last day of the billing period.'),
        issue_date: day('The day on which its invoice is issued.'),
        due_date: day('The day on which it is due.'),
        ...periodPrice,
      }),
      'The next billing period that is not charged yet; null if there is none.',
    ),
    versions: Type.Array(
      Type.Object({
        id: text('The version.'),
        number: Type.Integer({
          description: 'The offer is 1. Failed versions have a number, too.',
        }),
        kind: oneOf(versionKinds, 'The transaction that created the version.'),
        state: oneOf(
          ['processing', 'proposed', 'active', 'superseded', 'preempted', 'lapsed', 'failed'],
          'The status of the version now.',
        ),
        based_on: textOrNull('The version that it changes; null for the offer.'),
        effective_date: day('The day from which it takes effect.'),
        created_at: timestampText('When the transaction was requested.'),
        summary: textOrNull(
          'A sentence about its effect, in the language of the caller. Null if it has had none.',
        ),
        charged: amount('What it charged in addition; negative for a credit.'),
        replaced: Type.Array(replacedValue, {
          description: 'The fields that it replaced, on its effective date.',
        }),
      }),
      { description: 'The transactions requested by then, oldest first.' },
    ),
  },
  {
    $id: 'PolicyTimeline',
    description: 'All days of a policy, and the transactions that made them so.',
    examples: [policyTimelineExample],
  },
)

export function viewTimeline(
  { id, currency }: Policy,
  knownAt: Temporal.Instant,
  { known, transactions, next }: ReadTimeline,
  {
    language,
    definition,
    marks,
  }: {
    readonly language: HistoryLanguage
    readonly definition: ProductDefinition
    readonly marks: MarkedFields | null
  },
): Static<typeof policyTimelineSchema> {
  const { terms, segments, ending } = known.timeline
  const last = terms.at(-1)
  return {
    policy_id: id,
    currency,
    known_at: timestamp(knownAt),
    version_id: known.id,
    terms: terms.map(({ firstDay, lastDay, planId, frequency }) => ({
      first_day: firstDay.toString(),
      last_day: lastDay?.toString() ?? null,
      subscription_plan_id: planId,
      frequency,
    })),
    segments: segments.map(({ firstDay, kind, price }, n) => ({
      first_day: firstDay.toString(),
      last_day: lastDayOf(n)?.toString() ?? null,
      kind,
      gross_payment_amount: price.payment,
    })),
    ends_on: ending?.lastDay.toString() ?? null,
    next_instalment: next && {
      first_day: next.period.firstDay.toString(),
      last_day: next.period.lastDay.toString(),
      issue_date: next.issueDay.toString(),
      due_date: next.dueDay.toString(),
      ...viewPeriodPrice(next.price),
    },
    versions: transactions.map((transaction) => {
      const { version, done } = transaction
      return {
        id: version.id,
        number: version.number,
        kind: version.kind,
        state: version.state,
        based_on: version.basedOn,
        effective_date: version.effectiveDay.toString(),
        created_at: timestamp(version.createdAt),
        summary: describeTransaction(transaction, currency, language, marks),
        charged: done?.amount ?? 0,
        replaced: viewReplaced(done?.replaced ?? [], definition, marks),
      }
    }),
  }

  function lastDayOf(n: number): Temporal.PlainDate | null {
    const following = segments[n + 1]
    if (following !== undefined) return following.firstDay.subtract({ days: 1 })
    return last === undefined || last.isOpen ? null : last.lastDay
  }
}
