import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import {
  type Reconciliation,
  type ListedItem,
  type ReconciliationTotals,
  listedStates,
  reconciliationKinds,
  reconciliationProblems,
} from '../../payments/index.ts'
import {
  amount,
  flag,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { allowed } from '../access/allowed.ts'
import { Type } from '../wire/type.ts'
import {
  acceptDifferenceExample,
  reconciliationAccountExample,
  reconciliationItemExample,
} from './examples.ts'

export const reconciliationItemSchema = Type.Object(
  {
    id: text('The row.'),
    livemode: flag('True for live, false for test.'),
    provider: text('The payment provider.'),
    kind: oneOf(
      reconciliationKinds,
      'What it is about. `payout`: money between the provider and your bank. `fee`: what the ' +
        'provider charges by itself. `other`: anything that the platform does not know.',
    ),
    state: oneOf(
      listedStates,
      '`matched`: both sides say the same. `waiting`: a payment or refund that is pending, or a ' +
        'dispute that is open. `unmatched`: they differ. `accepted`: they differ, and a person ' +
        'has accepted that as known.',
    ),
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...reconciliationProblems, null],
      description:
        '`not_here`: the provider has money that no payment or refund here explains. `not_there`: ' +
        'it has none for a payment or refund that was made three days ago. `other_amount` and ' +
        '`other_currency`: they differ. Null if they do not differ.',
    }),
    reference: textOrNull('What the provider calls the movement; null if it has none.'),
    source: textOrNull('What the provider calls its cause, such as a charge or a payout.'),
    type: textOrNull('The word of the provider for it.'),
    amount: orNull(
      amount('What came in before the fee; below zero what went out.'),
      'What came in before the fee; below zero what went out; null if the provider has nothing.',
    ),
    fee: amount('What the provider kept of it; below zero what it gave back.'),
    currency: text('ISO 4217, in lower case.'),
    happened_at: timestampText(
      'When the provider booked it; where it has none, when that was noticed.',
    ),
    value_date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'When the money is at the bank, of a payout; null for all else.',
    }),
    payment_id: textOrNull('The payment that it belongs to.'),
    refund_id: textOrNull('The refund that it belongs to.'),
    own_amount: orNull(
      amount('What it should be.'),
      'What all movements of the same payment, refund or dispute come to here; null if that is ' +
        'not known yet.',
    ),
    difference: amount(
      'What is at the provider beyond that. Of several movements the newest has it.',
    ),
    acceptance: orNull(
      Type.Object({
        reason: text('Why it is known.'),
        by: text('The person or the key that accepted it.'),
        at: timestampText('When it was accepted.'),
      }),
      'Who has accepted the difference as known; null if nobody has.',
    ),
    allowed: Type.Optional(allowed('accept', 'reopen')),
  },
  {
    $id: 'ReconciliationItem',
    description: 'Money at a payment provider beside what is known of it here.',
    examples: [reconciliationItemExample],
  },
)

export const reconciliationAccountSchema = Type.Object(
  {
    provider: text('The payment provider.'),
    livemode: flag('True for live, false for test.'),
    state: oneOf(
      ['not_asked', 'read', 'refused'],
      '`not_asked`: nothing was read yet. `refused`: the provider does not show the balance with ' +
        'the stored key. Payments are taken all the same.',
    ),
    read_until: timestampOrNull('Up to when all movements were read; null for none.'),
    asked_at: timestampOrNull('When the provider was asked last; null for never.'),
    refused_at: timestampOrNull('Since when it refuses; null while it does not.'),
    refusal: textOrNull('What it said then.'),
    totals: Type.Array(
      Type.Object({
        currency: text('ISO 4217, in lower case.'),
        balance: amount('What is at the provider, by all that moved since the account is here.'),
        fees: amount('What the provider kept.'),
        paid_out: amount('What went to the bank.'),
        difference: amount(
          'What is there beyond what is known here and accepted: zero, or it is listed why.',
        ),
        accepted: amount('What is there beyond that, and people have accepted as known.'),
        waiting: Type.Integer({ description: 'The number of rows that wait.' }),
        unmatched: Type.Integer({ description: 'The number of rows that differ.' }),
      }),
      { description: 'By currency.' },
    ),
  },
  {
    $id: 'ReconciliationAccount',
    description: 'Your account at a payment provider, and how far its money was read.',
    examples: [reconciliationAccountExample],
  },
)

export const acceptDifferenceBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Why the difference is known. Do not include personal data.',
    }),
    difference: Type.Optional(
      Type.Integer({ description: 'The difference that you see. It is refused if it is another.' }),
    ),
  },
  { $id: 'AcceptDifference', examples: [acceptDifferenceExample] },
)

export function viewItem(item: ListedItem): Static<typeof reconciliationItemSchema> {
  return {
    id: item.id,
    livemode: item.livemode,
    provider: item.provider,
    kind: item.kind,
    state: item.state,
    problem: item.problem,
    reference: item.reference,
    source: item.source,
    type: item.type,
    amount: item.amount,
    fee: item.fee,
    currency: item.currency,
    happened_at: timestamp(item.happenedAt),
    value_date: item.valueDay?.toString() ?? null,
    payment_id: item.paymentId,
    refund_id: item.refundId,
    own_amount: item.ownAmount,
    difference: item.difference,
    acceptance: item.acceptance && {
      reason: item.acceptance.reason,
      by: item.acceptance.acceptedBy,
      at: timestamp(item.acceptance.acceptedAt),
    },
  }
}

export function viewAccount(
  account: Reconciliation,
  totals: readonly ReconciliationTotals[],
): Static<typeof reconciliationAccountSchema> {
  const { provider, livemode, readUntil, askedAt, refusedAt, refusal } = account
  const notRefused = readUntil === null ? 'not_asked' : 'read'
  return {
    provider,
    livemode,
    state: refusedAt === null ? notRefused : 'refused',
    read_until: readUntil === null ? null : timestamp(readUntil),
    asked_at: askedAt === null ? null : timestamp(askedAt),
    refused_at: refusedAt === null ? null : timestamp(refusedAt),
    refusal,
    totals: totals
      .filter((one) => one.provider === provider)
      .map(({ currency, balance, fees, paidOut, difference, accepted, waiting, unmatched }) => ({
        currency,
        balance,
        fees,
        paid_out: paidOut,
        difference,
        accepted,
        waiting,
        unmatched,
      })),
  }
}
