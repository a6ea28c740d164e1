import { type Static, Type } from 'typebox'
import {
  type DunningCase,
  type DunningHold,
  type DunningLetter,
  caseStates,
  caseSteps,
  letterKinds,
} from '../../dunning/index.ts'
import { timestamp } from '../../kernel/index.ts'
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
  dunningCaseExample,
  dunningHoldExample,
  holdDunningExample,
  shownDunningCaseExample,
} from './examples.ts'
import { invoiceKinds } from '../invoices/invoice.ts'

const reasonLengthMax = 500

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })
const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const summary = {
  id: text('The case.'),
  policy_id: text('The policy.'),
  product_id: text('The product that was sold.'),
  livemode: flag('True for live, false for test.'),
  state: oneOf(
    caseStates,
    '`open` while something is overdue, `cured` once all of it was paid, given up or is no longer ' +
      'owed, `lapsed` where the policy has, and `ended` where its cover was over before.',
  ),
  step: oneOf(
    caseSteps,
    'How far it has come: nothing was written yet, the customer was `reminded`, `notice_sent` with a last ' +
      'day for paying, or the cover is `suspended` since that day.',
  ),
  overdue_since: day('The first day on which something was overdue.'),
  overdue: amount('What was overdue when it was last looked at, without the fees of letters.'),
  currency: text('A lower-case code.'),
  reminders: Type.Integer({ minimum: 0, description: 'How many were written.' }),
  grace_until: dayOrNull('The last day for paying what the notice asks for; null without one.'),
  opened_at: timestampText('When it was opened.'),
  closed_at: timestampOrNull('When it was closed; null while it is open.'),
  _links: links({ _self: link, policy: link }),
}

export const dunningCaseSchema = Type.Object(summary, {
  $id: 'DunningCase',
  description: 'What of a policy is overdue, and what was done about it.',
  examples: [dunningCaseExample],
})

export const shownDunningCaseSchema = Type.Object(
  {
    ...summary,
    letters: Type.Array(
      Type.Object({
        id: text('The letter.'),
        kind: oneOf(
          letterKinds,
          'A `reminder`, the `notice` with a last day, or that of the `suspension` or the `lapse`.',
        ),
        number: Type.Integer({ minimum: 1, description: 'The first of its kind is 1.' }),
        date: day('The day of the letter, in the time zone of the policy.'),
        total: amount('What it asks for.'),
        fee_invoice_id: textOrNull('What asks for its fee; null where it costs none.'),
        grace_until: dayOrNull('The last day for paying, in a notice and by a suspension.'),
        cover_until: dayOrNull('The last day of cover, by a suspension or a lapse.'),
        void_reason: textOrNull(
          'Why it does not count: what it asked for was wrong. Null where it does.',
        ),
        invoices: Type.Array(
          Type.Object({
            id: text('The invoice.'),
            kind: oneOf(invoiceKinds, 'What it is for.'),
            due_date: day('When it was due.'),
            open: amount('What of it was to be paid.'),
          }),
          { description: 'What it asks for, invoice by invoice.' },
        ),
      }),
      { description: 'What was written, oldest first.' },
    ),
  },
  {
    $id: 'ShownDunningCase',
    description: 'A case with its letters.',
    examples: [shownDunningCaseExample],
  },
)

export const holdDunningBody = Type.Object(
  {
    policy_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'The policy that is not followed for now.' }),
    ),
    product_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Or the product, by its id or its key: none of its policies is.',
      }),
    ),
    until: Type.String({
      maxLength: 10,
      description: 'The last day of the hold, such as `2029-03-31`. There is none without an end.',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'Why nothing is to be done. Name no person in it.',
    }),
  },
  { $id: 'HoldDunning', examples: [holdDunningExample] },
)

export const dunningHoldSchema = Type.Object(
  {
    id: text('The hold.'),
    livemode: flag('True for live, false for test.'),
    policy_id: textOrNull('The policy that it holds; null where it holds a product.'),
    product_id: textOrNull('The product that it holds; null where it holds a policy.'),
    until: day('Its last day.'),
    reason: text('Why.'),
    created_at: timestampText('When it was made.'),
    released_at: timestampOrNull('When somebody released it; null where nobody has.'),
  },
  {
    $id: 'DunningHold',
    description: 'Nothing is written and nothing lapses until it is over.',
    examples: [dunningHoldExample],
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
    grace_until: one.graceUntil?.toString() ?? null,
    opened_at: timestamp(one.openedAt),
    closed_at: one.closedAt && timestamp(one.closedAt),
    _links: { _self: to.dunningCase(one.id), policy: to.policy(one.policyId) },
  }
}

export function viewShownDunningCase(
  one: DunningCase,
  letters: readonly DunningLetter[],
  to: Links,
): Static<typeof shownDunningCaseSchema> {
  return { ...viewDunningCase(one, to), letters: letters.map(viewLetter) }
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
    cover_until: letter.coverUntil?.toString() ?? null,
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
