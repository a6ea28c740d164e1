import type { Static } from 'typebox'
import { monthText } from '../../accounting/index.ts'
import {
  type CommissionAgreement,
  type CommissionEntry,
  type CommissionStatement,
  balanceOf,
  earnings,
  entryCauses,
  liabilityMonthsMax,
  payouts,
  stateOf,
  statementStates,
} from '../../commission/index.ts'
import type { Caller } from '../../identity/index.ts'
import { timestamp } from '../../kernel/index.ts'
import { allowed } from '../access/allowed.ts'
import {
  amount,
  flag,
  named,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestampText,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  agreeOnCommissionExample,
  commissionAgreementExample,
  commissionAgreementsExample,
  commissionEntryExample,
  commissionStatementExample,
  finishStatementExample,
  makeStatementExample,
  shownStatementExample,
} from './examples.ts'

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })
const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const earnedWords =
  'When commission is earned. `premium`: with each billing period that is charged. `payment`: ' +
  'as far as the invoice is paid.'
const liabilityWords =
  'How many months after the start of cover a cancellation or a lapse takes commission back. ' +
  'Null: without end. 0: never.'
const payoutWords =
  'How statements are settled. `paid_out`: by a transfer. `set_off`: against premium that the ' +
  'distributor has collected.'

export const commissionAgreementSchema = Type.Object(
  {
    id: text('The agreement.'),
    distributor_id: text('The distributor.'),
    first_day: day('It holds for policies sold from this day on, for their whole life.'),
    earned: oneOf(earnings, earnedWords),
    liability_months: orNull(Type.Integer(), liabilityWords),
    payout: oneOf(payouts, payoutWords),
    created_at: timestampText('When it was made.'),
  },
  {
    $id: 'CommissionAgreement',
    description: 'What an insurer and a distributor have agreed about commission.',
    examples: [commissionAgreementExample],
  },
)

export const commissionAgreementsSchema = Type.Object(
  {
    distributor_id: text('The distributor.'),
    agreements: Type.Array(named(commissionAgreementSchema), { description: 'Newest first.' }),
    allowed: allowed('agree'),
  },
  {
    $id: 'CommissionAgreements',
    description: 'All agreements with a distributor.',
    examples: [commissionAgreementsExample],
  },
)

export const agreeOnCommissionBody = Type.Object(
  {
    first_day: Type.String({
      maxLength: 10,
      format: 'date',
      description:
        'The day from which policies are sold under it. The first agreement of a distributor may ' +
        'begin in the past; a later one begins after the one before, and tomorrow at the earliest.',
    }),
    earned: oneOf(earnings, earnedWords),
    liability_months: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 0,
        maximum: liabilityMonthsMax,
        description: liabilityWords,
      }),
    ),
    payout: oneOf(payouts, payoutWords),
  },
  { $id: 'AgreeOnCommission', examples: [agreeOnCommissionExample] },
)

export const commissionEntrySchema = Type.Object(
  {
    id: text('The entry.'),
    policy_id: text('The policy.'),
    product_id: text('The product that was sold.'),
    distributor_id: text('The distributor.'),
    agreement_id: text('The agreement by which it was earned.'),
    livemode: flag('True for live, false for test.'),
    cause: oneOf(
      entryCauses,
      '`charge`: premium was charged or given back. `payment`, `charge_back`, `write_off`: an ' +
        'invoice was paid, its payment was charged back, or it was written off. `invoice`: ' +
        'an invoice was made or corrected.',
    ),
    version_id: textOrNull('The version of the policy that charged; null for other causes.'),
    invoice_id: textOrNull('The invoice; null where it was none, or several.'),
    amount: amount('What was earned. Below zero what was taken back.'),
    currency: text('ISO 4217, in lower case.'),
    booking_date: day('The day of its posting. It decides which statement it belongs to.'),
    created_at: timestampText('When it was posted.'),
  },
  {
    $id: 'CommissionEntry',
    description: 'Commission that was earned by a policy, or taken back.',
    examples: [commissionEntryExample],
  },
)

const statement = {
  id: text('The statement.'),
  distributor_id: text('The distributor.'),
  livemode: flag('True for live, false for test.'),
  month: text('The month, for example `2028-10`.'),
  currency: text('ISO 4217, in lower case.'),
  state: oneOf(
    statementStates,
    '`open`: it is to be paid out or set off. `done`: it was. `carried_forward`: the balance is ' +
      'not above zero, and the next statement begins with it.',
  ),
  carried_forward: amount('What the distributor owed by the statement before: zero or below.'),
  earned: amount('What was earned.'),
  clawed_back: amount('What was taken back: zero or below.'),
  balance: amount('The sum of these three.'),
  entries: Type.Integer({ description: 'How many entries it has.' }),
  payout: oneOf(payouts, payoutWords),
  created_at: timestampText('When it was made.'),
  done_on: dayOrNull('The day on which it was paid out or set off; null before.'),
  reference: textOrNull('How the payment is found again; null before.'),
}

export const commissionStatementSchema = Type.Object(statement, {
  $id: 'CommissionStatement',
  description: 'What a distributor has earned in a month. It never changes.',
  examples: [commissionStatementExample],
})

export const shownStatementSchema = Type.Object(
  { ...statement, allowed: allowed('finish') },
  {
    $id: 'ShownCommissionStatement',
    description: 'A commission statement, with what the caller may do with it.',
    examples: [shownStatementExample],
  },
)

export const makeStatementBody = Type.Object(
  {
    distributor_id: Type.String({ maxLength: 60, description: 'The distributor.' }),
    month: Type.String({ maxLength: 20, description: 'The month, for example `2028-10`.' }),
    currency: Type.String({ maxLength: 3, description: 'ISO 4217, in lower case.' }),
  },
  { $id: 'MakeCommissionStatement', examples: [makeStatementExample] },
)

export const finishStatementBody = Type.Object(
  {
    done_on: Type.String({
      maxLength: 10,
      format: 'date',
      description: 'The day on which it was paid out or set off.',
    }),
    reference: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'How the payment is found again. The distributor sees it.',
    }),
  },
  { $id: 'FinishCommissionStatement', examples: [finishStatementExample] },
)

export function viewAgreement(
  agreement: CommissionAgreement,
): Static<typeof commissionAgreementSchema> {
  return {
    id: agreement.id,
    distributor_id: agreement.distributorId,
    first_day: agreement.firstDay.toString(),
    earned: agreement.earned,
    liability_months: agreement.liabilityMonths,
    payout: agreement.payout,
    created_at: timestamp(agreement.createdAt),
  }
}

export function viewEntry(entry: CommissionEntry): Static<typeof commissionEntrySchema> {
  return {
    id: entry.id,
    policy_id: entry.policyId,
    product_id: entry.productId,
    distributor_id: entry.distributorId,
    agreement_id: entry.agreementId,
    livemode: entry.livemode,
    cause: entry.cause,
    version_id: entry.versionId,
    invoice_id: entry.invoiceId,
    amount: entry.amount,
    currency: entry.currency,
    booking_date: entry.bookingDay.toString(),
    created_at: timestamp(entry.createdAt),
  }
}

export function viewStatement(made: CommissionStatement): Static<typeof commissionStatementSchema> {
  return {
    id: made.id,
    distributor_id: made.distributorId,
    livemode: made.livemode,
    month: monthText(made.month),
    currency: made.currency,
    state: stateOf(made),
    carried_forward: made.carriedForward,
    earned: made.earned,
    clawed_back: made.clawedBack,
    balance: balanceOf(made),
    entries: made.entries,
    payout: made.payout,
    created_at: timestamp(made.createdAt),
    done_on: made.done?.on.toString() ?? null,
    reference: made.done?.reference ?? null,
  }
}

/** Whose commission is looked at: all that an insurer owes, or all that a distributor has earned. */
export function commissionOf({ account, livemode, limits }: Caller) {
  return { owner: account.kind, accountId: account.id, livemode, limits }
}
