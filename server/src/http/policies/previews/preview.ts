import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { policyActions } from '../../../policy-transactions/index.ts'
import {
  adjustPremiumBody,
  cancelPolicyBody,
  cancellationTerms,
  moveEndBody,
  reinstatePolicyBody,
} from '../transactions/cancellation.ts'
import { withdrawPolicyBody } from '../withdrawal/withdrawal.ts'
import { endorsePolicyBody } from '../endorsements/endorsement.ts'
import { planChangeOrNull } from '../endorsements/plan-change.ts'
import { transactionPreviewExample, previewTransactionExample } from './examples.ts'
import {
  acceptRenewalBody,
  amountOrNull,
  problemsSchema,
  renewalKind,
  retryRenewalBody,
} from '../../renewals/renewal.ts'
import { endorseNextTermBody } from '../../renewals/endorsements/next-term-endorsement.ts'
import { amount, flag, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'

const { preview_token: _, ...endorsementMembers } = endorsePolicyBody.properties

/** An endorsement to preview. */
export const previewedEndorsement = Type.Object(endorsementMembers, {
  description: 'An endorsement, with the members of its request.',
})

/** Transactions have the same members here as in their own requests. */
export const previewTransactionBody = Type.Object(
  {
    cancellation: Type.Optional(
      Type.Object(
        { termination_date: cancelPolicyBody.properties.termination_date, ...cancellationTerms },
        { description: 'A cancellation, with the members of its request.' },
      ),
    ),
    end_move: Type.Optional(
      Type.Object(
        { termination_date: moveEndBody.properties.termination_date },
        { description: 'A move of the end, with the members of its request.' },
      ),
    ),
    withdrawal: Type.Optional(
      Type.Object(
        {
          received_on: withdrawPolicyBody.properties.received_on,
          sent_on: withdrawPolicyBody.properties.sent_on,
        },
        { description: 'A withdrawal, with the members of its request.' },
      ),
    ),
    endorsement: Type.Optional(previewedEndorsement),
    adjustment: Type.Optional(
      Type.Object(
        {
          term: adjustPremiumBody.properties.term,
          answers: adjustPremiumBody.properties.answers,
        },
        { description: 'A premium adjustment, with the members of its request.' },
      ),
    ),
    reinstatement: Type.Optional(
      Type.Object(
        { gap: reinstatePolicyBody.properties.gap },
        { description: 'A reinstatement, with the members of its request.' },
      ),
    ),
    renewal: Type.Optional(
      Type.Object(
        {
          ...retryRenewalBody.properties,
          subscription_plan_id: acceptRenewalBody.properties.subscription_plan_id,
          endorsement: Type.Optional(
            Type.Object(endorseNextTermBody.properties, {
              description: 'An endorsement of the next term, with the members of its request.',
            }),
          ),
        },
        {
          description:
            'The renewal: the next term as it is offered or would be priced now. With ' +
            '`answers` or `data`, as a retry with them would price it; with a payment plan, as an ' +
            'acceptance with it would; with `endorsement`, as it would be with that.',
        },
      ),
    ),
  },
  {
    $id: 'PreviewTransaction',
    description: 'The transaction to preview: exactly one of these.',
    examples: [previewTransactionExample],
  },
)

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

const segments = (description: string) =>
  Type.Array(
    Type.Object({
      first_day: day('The first day of the segment. It lasts until the next segment begins.'),
      kind: oneOf(
        ['cover', 'gap', 'suspended', 'ended', 'void'],
        '`cover`: insured. `gap`: not insured, free of charge. `suspended`: not insured, ' +
          'but charged. `ended`: after the last day of cover. `void`: withdrawn from, free ' +
          'of charge.',
      ),
      gross_payment_amount: amount('The price of a whole billing period.'),
    }),
    { description },
  )

const invoiceSchema = Type.Object(
  {
    amount: amount('The amount to pay, after credit of the customer is deducted.'),
    arrears: amount(
      'The part of it that was invoiced before and is still open. A reinstatement has to ' +
        'be paid together with it.',
    ),
    due_date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The last day to pay, or the due date of the instalment that includes it.',
    }),
    is_paid_first: flag('Whether the transaction takes effect only once it is paid for.'),
  },
  { description: 'The invoice; null if there is none.' },
)

const nextTermSchema = Type.Object(
  {
    state: oneOf(
      ['offered', 'accepted', 'blocked', 'knocked_out'],
      'The state of the renewal: `offered` at this price, or still `accepted`; `blocked` ' +
        'because the policy no longer fits the product; or `knocked_out`.',
    ),
    kind: renewalKind,
    first_day: day('The first day of the next term.'),
    last_day: day('The last day of the next term.'),
    gross_payment_amount_before: amount('The current price of a billing period.'),
    gross_payment_amount: amountOrNull(
      'The price of a billing period in the next term; null if there is no price.',
    ),
    subscription_plan_id: textOrNull('The payment plan of the next term.'),
    product_version_id: text('The product version of the next term.'),
    is_estimate: flag(
      'Whether this is an estimate by the product version and the policy of today: the next term ' +
        'is not offered so yet, and its price may differ.',
    ),
    problems: problemsSchema,
  },
  { description: 'The next term, if a renewal is previewed; otherwise null.' },
)

const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const namedCancellationSchema = Type.Object(
  {
    kind: text('Who ends the contract.'),
    reason_code: textOrNull('The code of the reason; null if none was named.'),
    received_on: day('The day on which the notice was received.'),
    occurred_on: dayOrNull('The day of the event that gives the right; null if none was named.'),
    first_possible_date: dayOrNull(
      'The first last day of cover that the notice allows; null if no notice is checked.',
    ),
  },
  { description: 'The kind of a cancellation that names one, and its notice; otherwise null.' },
)

export const transactionPreviewSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text(
      'The version of the policy that the preview is based on. Send it as `If-Match`.',
    ),
    transaction: oneOf(
      policyActions,
      'The kind of transaction. A `correction` is an endorsement that takes effect on a ' +
        'day in the past.',
    ),
    effective_date: day('The day from which the transaction takes effect.'),
    termination_date: textOrNull(
      'The last day of cover of a cancellation or a withdrawal; otherwise null.',
    ),
    cancellation: Type.Unsafe<Static<typeof namedCancellationSchema> | null>({
      ...namedCancellationSchema,
      type: ['object', 'null'],
    }),
    timeline: Type.Object(
      {
        before: segments('The segments now.'),
        after: segments('The segments after the transaction.'),
      },
      {
        description:
          'The policy period, in segments of days with the same data and price, before and ' +
          'after the transaction.',
      },
    ),
    charges: Type.Array(
      Type.Object({
        first_day: day('The first day of the billing period.'),
        last_day: day('The last day of the billing period.'),
        amount: amount(
          'The difference in the price of the period; negative if it becomes cheaper.',
        ),
        tax: amount('The tax in this amount.'),
        fee: amount('The fees in this amount.'),
        commission: amount(
          'The difference in commission of the distributor. It is not part of the amount.',
        ),
      }),
      {
        description:
          'The changes to billing periods that were already charged. A reinstatement adds ' +
          'the periods that fell due in the meantime, a renewal the charge of its first ' +
          'day.',
      },
    ),
    invoice: Type.Unsafe<Static<typeof invoiceSchema> | null>({
      ...invoiceSchema,
      type: ['object', 'null'],
    }),
    credit: amount('The credit that stays with the policy for the next instalment.'),
    refund: Type.Object(
      {
        amount: Type.Integer({ description: 'The amount of the refund, in minor units.' }),
        currency: text('ISO 4217, in lower case; the currency of all amounts here.'),
        method: text('The cancellation term of the product that determines the refund.'),
      },
      { description: 'The refund if the transaction were requested now.' },
    ),
    documents: Type.Array(
      Type.Object({
        designation: text('The designation of the document in the product.'),
        name: text('The name of the document.'),
        language: text('The language of the document.'),
      }),
      { description: 'The documents that are created once the transaction takes effect.' },
    ),
    conflicts: Type.Array(
      Type.Object({
        field: text('The name of the field.'),
        path: textOrNull('`data` for the policy data; null for other fields.'),
        from: day('The day from which a later transaction sets the field.'),
      }),
      {
        description:
          'Fields whose new value ends on a certain day, because another transaction ' +
          'already sets them from that day.',
      },
    ),
    plan_change: planChangeOrNull,
    renewal: Type.Unsafe<Static<typeof nextTermSchema> | null>({
      ...nextTermSchema,
      type: ['object', 'null'],
    }),
    preview_token: text('Send it with the transaction to guarantee these amounts.'),
    expires_at: timestampText('When the token expires.'),
  },
  {
    $id: 'TransactionPreview',
    description: 'The effect of a policy transaction. Nothing has changed.',
    examples: [transactionPreviewExample],
  },
)
