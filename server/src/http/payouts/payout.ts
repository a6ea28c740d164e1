import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type Refusal, timestamp } from '../../kernel/index.ts'
import {
  type ExportedBatch,
  type PaidOutCredit,
  type Payout,
  goesToPayer,
  payoutOutcomes,
  payoutProblems,
  payoutStates,
  refusalOfAccount,
  refusalOfRelease,
  refusalOfResolvingPayout,
} from '../../payments/index.ts'
import type { Policyholder } from '../../policies/index.ts'
import { policyholderFields, viewPolicyholder } from '../wire/policyholder.ts'
import type { readRefusalAlone } from '../../approvals/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { amount, flag, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { timestampOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  exportPayoutsExample,
  paidOutCreditExample,
  payOutCreditExample,
  payoutBatchExample,
  payoutExample,
  resolvePayoutExample,
  setAccountExample,
  shownPayoutExample,
} from './examples.ts'

const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const accountSchema = Type.Object(
  {
    country: text('The country of the account.'),
    last4: text('The last four characters of the IBAN.'),
    paid_from_it: flag('Whether the refunded payment came from this account.'),
  },
  { $id: 'PayoutAccount', description: 'The bank account of a payout, without its number.' },
)
export { accountSchema as payoutAccountSchema }

const members = {
  id: text('The payout.'),
  livemode: flag('True for live, false for test.'),
  policy_id: text('The policy.'),
  refund_id: textOrNull('The refund that it carries out; null for credit.'),
  amount: amount('The amount to pay out.'),
  currency: text('ISO 4217, in lower case.'),
  state: oneOf(
    payoutStates,
    '`needs_account`: no account is known. `pending`: can be given to the bank. `exported`: is in a ' +
      'batch for the bank. `done`: paid. `cancelled`: not paid out, credit again.',
  ),
  reason: textOrNull('Why credit is paid out; null for a refund.'),
  account: Type.Unsafe<Static<typeof accountSchema> | null>({
    anyOf: [named(accountSchema), { type: 'null' }],
    description: 'Where the money goes; null if no account is known.',
  }),
  released: flag('Whether somebody released this amount to this account.'),
  due_date: dayOrNull('By when a law requires the money to be back; null without such a law.'),
  problem: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...payoutProblems, null],
    description:
      'Why the last transfer did not arrive. `failed`: the bank did not carry it out. `returned`: ' +
      'the bank sent it back. Null if there is no problem.',
  }),
  note: textOrNull('What was said of the problem or the end; null if nothing was.'),
  batch_id: textOrNull('The batch that the bank was given; null if none.'),
  paid_on: dayOrNull('The day on which the bank paid it; null while it is not paid.'),
  created_at: timestampText('When it was created.'),
  ended_at: timestampOrNull('When it was paid or cancelled; null before.'),
}

export const payoutSchema = Type.Object(members, {
  $id: 'Payout',
  description: 'Money that a person pays out by bank transfer.',
  examples: [payoutExample],
})

export const shownPayoutSchema = Type.Object(
  { ...members, ...policyholderFields, allowed: allowed('set_account', 'release', 'resolve') },
  {
    $id: 'ShownPayout',
    description: 'A payout with what the caller may do with it.',
    examples: [shownPayoutExample],
  },
)

const iban = (description: string) => Type.String({ minLength: 5, maxLength: 50, description })
const holder = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 140,
    pattern: '\\S',
    description: 'Whose account it is, if not the policyholder.',
  }),
)

export const setPayoutAccountBody = Type.Object(
  {
    iban: iban('Where the money goes. It is encrypted, and shown with its last four characters.'),
    holder,
  },
  { $id: 'SetPayoutAccount', examples: [setAccountExample] },
)

const note = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    description:
      'What happened. Required unless the outcome is `done`. Do not include personal data.',
  }),
)

export const resolvePayoutBody = Type.Object(
  {
    outcome: Type.Unsafe<(typeof payoutOutcomes)[number]>({
      type: 'string',
      enum: [...payoutOutcomes],
      description:
        '`done`: the bank has paid it. `failed`: the bank has not carried out an exported payout. ' +
        '`returned`: the bank has sent the money of a paid one back. `cancelled`: it is not paid out.',
    }),
    paid_on: Type.Optional(
      Type.String({
        maxLength: 10,
        format: 'date',
        description: 'Of `done`: the day on which the bank paid it; today by default.',
      }),
    ),
    same_account: Type.Optional(
      Type.Boolean({
        description:
          'Of `failed` and `returned`: true to try the same account again. By default another ' +
          'account is needed.',
      }),
    ),
    note,
  },
  { $id: 'ResolvePayout', examples: [resolvePayoutExample] },
)

export const payOutCreditBody = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000_000,
        description: 'In whole minor units; all credit that can be paid out by default.',
      }),
    ),
    iban: Type.Optional(
      iban('Where the part goes that no payment covers. It can also be set later.'),
    ),
    holder,
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Why it is paid out, for the audit log. Do not include personal data.',
    }),
  },
  { $id: 'PayOutCredit', examples: [payOutCreditExample] },
)

export const paidOutCreditSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    amount: amount('The amount that is paid out.'),
    currency: text('ISO 4217, in lower case.'),
    refunds: Type.Array(
      Type.Object({
        id: text('The refund.'),
        payment_id: text('The refunded payment.'),
        amount: amount('The refunded amount.'),
      }),
      { description: 'What goes back the way it came.' },
    ),
    payouts: Type.Array(named(payoutSchema), {
      description:
        'What is paid out by bank: refunds of receipts, and credit that no payment covers.',
    }),
  },
  {
    $id: 'PaidOutCredit',
    description: 'How credit is paid out.',
    examples: [paidOutCreditExample],
  },
)

export const exportPayoutsBody = Type.Object(
  {
    currency: Type.Optional(
      Type.String({ minLength: 3, maxLength: 3, description: 'Only payouts in this currency.' }),
    ),
  },
  { $id: 'ExportPayouts', examples: [exportPayoutsExample] },
)

export const payoutBatchSchema = Type.Object(
  {
    id: text('The batch.'),
    livemode: flag('True for live, false for test.'),
    count: Type.Integer({ description: 'The number of payouts.' }),
    totals: Type.Array(
      Type.Object({
        currency: text('ISO 4217, in lower case.'),
        amount: amount('What the payouts in this currency sum to.'),
      }),
      { description: 'By currency.' },
    ),
    held: Type.Integer({
      description: 'The number of pending payouts that wait for a release or for the next batch.',
    }),
    created_at: timestampText('When it was created.'),
  },
  {
    $id: 'PayoutBatch',
    description: 'Payouts that the bank is given together.',
    examples: [payoutBatchExample],
  },
)

export function viewPayout(payout: Payout): Static<typeof payoutSchema> {
  const { country, last4 } = payout
  const hasAccount = country !== null && last4 !== null
  return {
    id: payout.id,
    livemode: payout.livemode,
    policy_id: payout.policyId,
    refund_id: payout.refundId,
    amount: payout.amount,
    currency: payout.currency,
    state: payout.state,
    reason: payout.reason,
    account: hasAccount ? { country, last4, paid_from_it: goesToPayer(payout) } : null,
    released: payout.releasedAt !== null,
    due_date: payout.dueDay?.toString() ?? null,
    problem: payout.problem,
    note: payout.note,
    batch_id: payout.batchId,
    paid_on: payout.paidOn?.toString() ?? null,
    created_at: timestamp(payout.createdAt),
    ended_at: payout.endedAt === null ? null : timestamp(payout.endedAt),
  }
}

export function viewShownPayout(
  request: FastifyRequest,
  payout: Payout,
  alone: Awaited<ReturnType<typeof readRefusalAlone>>,
  holder: Policyholder | undefined,
): Static<typeof shownPayoutSchema> {
  const { amount: sum, currency } = payout
  const released: Refusal | null =
    refusalOfRelease(payout) ?? alone({ kind: 'payouts', money: { amount: sum, currency } })
  return {
    ...viewPayout(payout),
    ...viewPolicyholder(holder),
    allowed: viewAllowed(
      request,
      {
        // Which account it is decides whether it takes a second person.
        set_account: ['setPayoutAccount', refusalOfAccount(payout)],
        release: ['releasePayout', released],
        resolve: ['resolvePayout', refusalOfResolvingPayout(payout)],
      },
      payout,
    ),
  }
}

export function viewPaidOutCredit(paid: PaidOutCredit): Static<typeof paidOutCreditSchema> {
  return {
    policy_id: paid.policy.id,
    amount: paid.amount,
    currency: paid.policy.currency,
    refunds: paid.refunds.map((refund) => ({
      id: refund.id,
      payment_id: refund.paymentId,
      amount: refund.amount,
    })),
    payouts: paid.payouts.map(viewPayout),
  }
}

export function viewBatch(batch: ExportedBatch): Static<typeof payoutBatchSchema> {
  return {
    id: batch.id,
    livemode: batch.livemode,
    count: batch.count,
    totals: batch.totals.map(({ currency, amount: sum }) => ({ currency, amount: sum })),
    held: batch.held,
    created_at: timestamp(batch.createdAt),
  }
}
