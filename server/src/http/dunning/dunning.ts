import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import {
  type DunningCase,
  type DunningHold,
  type DunningLetter,
  caseStates,
  caseSteps,
  lapseDecisions,
  letterKinds,
} from '../../dunning/index.ts'
import { timestamp } from '../../kernel/index.ts'
import { allowed } from '../access/allowed.ts'
import type { Links } from '../links.ts'
import {
  amount,
  flag,
  link,
  links,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import {
  decideLapseExample,
  dunningCaseExample,
  dunningHoldExample,
  listedDunningCaseExample,
  listedDunningHoldExample,
  holdDunningExample,
  legalActionExample,
  shownDunningCaseExample,
} from './examples.ts'
import type { Policyholder } from '../../policies/index.ts'
import { policyholderFields, viewPolicyholder } from '../wire/policyholder.ts'
import { invoiceKinds } from '../../ledger/index.ts'
import { noticeProofs } from '../../products/index.ts'

const reasonLengthMax = 500

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })
const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const amountOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description })

const summary = {
  id: text('The case.'),
  policy_id: text('The policy.'),
  product_id: text('The product that was sold.'),
  livemode: flag('True for live, false for test.'),
  state: oneOf(
    caseStates,
    '`open`: amounts are overdue. `cured`: all of them were paid, written off or are no longer owed. `lapsed`: the policy lapsed. `ended`: cover ended for another reason, such as a cancellation.',
  ),
  step: oneOf(
    caseSteps,
    'The progress of the case: `overdue`: nothing was sent yet. `reminded`: a reminder was ' +
      'sent. `notice_sent`: the notice with a final payment deadline was sent. `suspended`: ' +
      'the deadline has passed and cover is suspended.',
  ),
  overdue_since: day('The first day on which an amount was overdue.'),
  overdue: amount('The overdue amount at the last check, without fees for letters.'),
  currency: text('ISO 4217, in lower case.'),
  reminders: Type.Integer({ minimum: 0, description: 'The number of reminders.' }),
  waits_for: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    enum: [...noticeProofs, null],
    description:
      'What the notice needs before its grace begins: a `delivery_report` of its mail, or the proof ' +
      'of a `tracked_letter` by post. Null if it needs nothing, or has its proof.',
  }),
  grace_until: dayOrNull(
    'The last day to pay the amount of the notice; null without a notice, and while it waits for its proof.',
  ),
  termination_due_on: dayOrNull(
    'The day since which a letter of termination has to be sent; null if none has to.',
  ),
  legal_action_on: dayOrNull(
    'The day on which the premium was claimed at law; the policy then does not lapse. Null if it was not.',
  ),
  unproven_since: dayOrNull(
    'The day since which the notice of a lapse is not proven any more; null if it is, needs no proof, ' +
      'or the policy did not stay lapsed.',
  ),
  lapse_upheld_at: timestampOrNull('When a person let such a lapse stand; null if nobody has.'),
  opened_at: timestampText('When the case was opened.'),
  closed_at: timestampOrNull('When the case was closed; null while it is open.'),
  _links: links({ _self: link, policy: link }),
}

export const dunningCaseSchema = Type.Object(summary, {
  $id: 'DunningCase',
  description: 'The overdue amounts of a policy, and the dunning steps taken.',
  examples: [dunningCaseExample],
})

export const listedDunningCaseSchema = Type.Object(
  { ...summary, ...policyholderFields },
  {
    $id: 'ListedDunningCase',
    description: 'A dunning case in a list.',
    examples: [listedDunningCaseExample],
  },
)

export const shownDunningCaseSchema = Type.Object(
  {
    ...summary,
    ...policyholderFields,
    letters: Type.Array(
      Type.Object({
        id: text('The letter.'),
        kind: oneOf(
          letterKinds,
          'A `reminder`, the `notice` with a final payment deadline, or the letter about ' +
            'the `suspension`, the `lapse` or the `revival` after it.',
        ),
        number: Type.Integer({
          minimum: 1,
          description: 'The number among letters of its kind, from 1.',
        }),
        date: day('The day of the letter, in the time zone of the policy.'),
        total: amount('The requested amount.'),
        fee_invoice_id: textOrNull(
          'The invoice for the fee of the letter; null if there is no fee.',
        ),
        grace_until: dayOrNull(
          'The last day to pay, for a suspension or a notice that needs no proof. For a lapse, the last day on which ' +
            'a payment voids it. Otherwise null.',
        ),
        grace_days: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description:
            'For a notice that needs proof, the days to pay from its arrival; otherwise null.',
        }),
        cover_until: dayOrNull(
          'The last day of cover, for a suspension, a lapse or a revival; otherwise null.',
        ),
        cover_from: dayOrNull('The first day with cover again, for a revival; otherwise null.'),
        revival_amount: amountOrNull(
          'For a lapse, the amount that voids it; null if no payment does, and for other letters.',
        ),
        void_reason: textOrNull(
          'Why the letter is void: its amount was wrong. Null if it is valid.',
        ),
        invoices: Type.Array(
          Type.Object({
            id: text('The invoice.'),
            kind: oneOf(invoiceKinds, 'The kind of invoice.'),
            due_date: day('The due date of the invoice.'),
            open: amount('The open amount of the invoice.'),
          }),
          { description: 'The requested amount, by invoice.' },
        ),
      }),
      { description: 'The letters sent, oldest first.' },
    ),
    allowed: allowed('record_legal_action', 'decide_lapse'),
  },
  {
    $id: 'ShownDunningCase',
    description: 'A dunning case with its letters.',
    examples: [shownDunningCaseExample],
  },
)

export const holdDunningBody = Type.Object(
  {
    policy_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The policy to hold. Send either `policy_id` or `product_id`.',
      }),
    ),
    product_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The product whose policies to hold, by its id or key.',
      }),
    ),
    until: Type.String({
      maxLength: 10,
      description: 'The last day of the hold, such as `2029-03-31`. Required: a hold always ends.',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'The reason for the hold. Do not include personal data.',
    }),
  },
  { $id: 'HoldDunning', examples: [holdDunningExample] },
)

export const legalActionBody = Type.Object(
  {
    date: Type.String({
      maxLength: 10,
      description: 'The day of the legal action, such as `2029-03-31`.',
    }),
    evidence: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'How that is known. Do not include personal data.',
    }),
  },
  { $id: 'RecordLegalAction', examples: [legalActionExample] },
)

export const decideLapseBody = Type.Object(
  {
    decision: Type.Unsafe<(typeof lapseDecisions)[number]>({
      type: 'string',
      enum: [...lapseDecisions],
      description:
        '`void`: the policy is in force as if it had never lapsed. `uphold`: it stays lapsed, for ' +
        'example because the customer wants so.',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'Why. Do not include personal data.',
    }),
  },
  { $id: 'DecideLapse', examples: [decideLapseExample] },
)

const hold = {
  id: text('The hold.'),
  livemode: flag('True for live, false for test.'),
  policy_id: textOrNull('The policy on hold; null for a hold on a product.'),
  product_id: textOrNull('The product on hold; null for a hold on a policy.'),
  until: day('The last day of the hold.'),
  reason: text('The reason for the hold.'),
  created_at: timestampText('When the hold was created.'),
  released_at: timestampOrNull('When the hold was released early; null if it was not.'),
}

export const dunningHoldSchema = Type.Object(hold, {
  $id: 'DunningHold',
  description: 'A dunning hold: until it ends, no letter is sent and no policy lapses.',
  examples: [dunningHoldExample],
})

export const listedDunningHoldSchema = Type.Object(
  { ...hold, ...policyholderFields, allowed: allowed('release') },
  {
    $id: 'ListedDunningHold',
    description: 'A dunning hold in a list.',
    examples: [listedDunningHoldExample],
  },
)

export function viewDunningCase(one: DunningCase, to: Links): Static<typeof dunningCaseSchema> {
  return {
    id: one.id,
    policy_id: one.policyId,
    product_id: one.productId,
    livemode: one.livemode,
    state: one.state,
    step: one.step,
    overdue_since: one.sinceDay.add({ days: 1 }).toString(),
    overdue: one.overdue,
    currency: one.currency,
    reminders: one.reminders,
    waits_for: one.waitsFor,
    grace_until: one.graceUntil?.toString() ?? null,
    termination_due_on: one.terminationDueOn?.toString() ?? null,
    legal_action_on: one.legalActionOn?.toString() ?? null,
    unproven_since: one.unprovenSince?.toString() ?? null,
    lapse_upheld_at: one.lapseUpheldAt && timestamp(one.lapseUpheldAt),
    opened_at: timestamp(one.openedAt),
    closed_at: one.closedAt && timestamp(one.closedAt),
    _links: { _self: to.dunningCase(one.id), policy: to.policy(one.policyId) },
  }
}

export function viewShownDunningCase(
  one: DunningCase,
  letters: readonly DunningLetter[],
  holder: Policyholder | undefined,
  to: Links,
): Omit<Static<typeof shownDunningCaseSchema>, 'allowed'> {
  return {
    ...viewDunningCase(one, to),
    ...viewPolicyholder(holder),
    letters: letters.map(viewLetter),
  }
}

function viewLetter(letter: DunningLetter) {
  return {
    id: letter.id,
    kind: letter.kind,
    number: letter.number,
    date: letter.day.toString(),
    total: letter.total,
    fee_invoice_id: letter.feeInvoiceId,
    grace_until: letter.graceUntil?.toString() ?? null,
    grace_days: letter.graceDays,
    cover_until: letter.coverUntil?.toString() ?? null,
    cover_from: letter.coverFrom?.toString() ?? null,
    revival_amount: letter.revivalAmount,
    void_reason: letter.voidReason,
    invoices: letter.invoices.map(({ id, kind, due_day, open }) => {
      return { id, kind, due_date: due_day, open }
    }),
  }
}

export function viewDunningHold(hold: DunningHold): Static<typeof dunningHoldSchema> {
  return {
    id: hold.id,
    livemode: hold.livemode,
    policy_id: hold.policyId,
    product_id: hold.productId,
    until: hold.until.toString(),
    reason: hold.reason,
    created_at: timestamp(hold.createdAt),
    released_at: hold.releasedAt && timestamp(hold.releasedAt),
  }
}
