import { type Static, Type } from 'typebox'
import { policyActions } from '../../../policy-transactions/index.ts'
import { cancelPolicyBody, reinstatePolicyBody } from '../transactions/cancellation.ts'
import { endorsePolicyBody } from '../endorsements/endorsement.ts'
import { transactionPreviewExample, previewTransactionExample } from './examples.ts'
import {
  amountOrNull,
  problemsSchema,
  renewalKind,
  retryRenewalBody,
} from '../../renewals/renewal.ts'
import { amount, flag, oneOf, text, textOrNull, timestampText } from '../../wire/schema.ts'

const { preview_token: _, ...changeMembers } = endorsePolicyBody.properties

/** What a change may say that is looked at. */
export const previewedEndorsement = Type.Object(changeMembers, {
  description: 'A change or a correction, as it would be ordered.',
})

/** Orders are previewed as they would be sent. */
export const previewTransactionBody = Type.Object(
  {
    cancellation: Type.Optional(
      Type.Object(
        { termination_date: cancelPolicyBody.properties.termination_date },
        { description: 'A cancellation, as it would be ordered.' },
      ),
    ),
    endorsement: Type.Optional(previewedEndorsement),
    reinstatement: Type.Optional(
      Type.Object(
        { gap: reinstatePolicyBody.properties.gap },
        { description: 'A reinstatement, as it would be ordered.' },
      ),
    ),
    renewal: Type.Optional(
      Type.Object(retryRenewalBody.properties, {
        description:
          'The next term, as it stands or would be priced now; or as it would be with what a retry ' +
          'would give for it.',
      }),
    ),
  },
  {
    $id: 'PreviewTransaction',
    description: 'An order that is looked at before it is given: one of these.',
    examples: [previewTransactionExample],
  },
)

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

const segments = (description: string) =>
  Type.Array(
    Type.Object({
      first_day: day('Its first day; it lasts until the next one begins.'),
      kind: oneOf(
        ['cover', 'gap', 'suspended', 'ended'],
        '`cover` is insured, `gap` is not and costs nothing, `suspended` is not and costs its ' +
          'price, `ended` comes after the last day.',
      ),
      gross_payment_amount: amount('What the customer pays for a whole period.'),
    }),
    { description },
  )

const invoiceSchema = Type.Object(
  {
    amount: amount('What is to be paid, less what the customer has as credit.'),
    arrears: amount(
      'What of it was asked for before and is open: a reinstatement is paid together with it.',
    ),
    due_date: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The last day for paying it, or the day of the instalment that it comes with.',
    }),
    is_paid_first: flag('Whether the order holds only once it is paid for.'),
  },
  { description: 'What would be asked for; null where nothing is.' },
)

const nextTermSchema = Type.Object(
  {
    state: oneOf(
      ['offered', 'accepted', 'blocked', 'knocked_out'],
      'What it would be: `offered` at this price, or still `accepted`; `blocked` because what is known ' +
        'does not fit, or `knocked_out`.',
    ),
    kind: renewalKind,
    first_day: day('Of the next term.'),
    last_day: day('Of the next term.'),
    gross_payment_amount_before: amount('What a billing period costs until then.'),
    gross_payment_amount: amountOrNull('What it costs in the next term; null without a price.'),
    product_version_id: text('The version of the product that the next term is sold on.'),
    problems: problemsSchema,
  },
  { description: 'The next term, where a renewal is looked at; else null.' },
)

export const transactionPreviewSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text('The version that the order would change: send it as `If-Match`.'),
    transaction: oneOf(
      policyActions,
      'What the order is: a `correction` is a change for a day in the past.',
    ),
    effective_date: day('The day from which it counts.'),
    termination_date: textOrNull('The last day of cover after a cancellation; null else.'),
    timeline: Type.Object(
      {
        before: segments('What holds on which days now.'),
        after: segments('What would hold then.'),
      },
      {
        description: 'The days on which data and price stay the same, without and with the order.',
      },
    ),
    charges: Type.Array(
      Type.Object({
        first_day: day('The first day of the period.'),
        last_day: day('Its last day.'),
        amount: amount('What the period costs more, or less where it is below zero.'),
        tax: amount('What of it is tax.'),
        fee: amount('What of it is fees.'),
        commission: amount('What the seller earns more, or less; it is no part of the amount.'),
      }),
      {
        description:
          'What changes about the periods that were charged already; after a reinstatement also ' +
          'those that fell due meanwhile, of a renewal what its first day asks for.',
      },
    ),
    invoice: Type.Unsafe<Static<typeof invoiceSchema> | null>({
      ...invoiceSchema,
      type: ['object', 'null'],
    }),
    credit: amount('What stays with the policy as credit for the next instalment.'),
    refund: Type.Object(
      {
        amount: Type.Integer({ description: 'What would be given back, in minor units.' }),
        currency: text('A lower-case ISO 4217 code, of all amounts here.'),
        method: text("Which of the product's cancellation terms decides it."),
      },
      { description: 'What the order would give back if it were given now.' },
    ),
    documents: Type.Array(
      Type.Object({
        designation: text('Which document of the product it is.'),
        name: text('What it is called.'),
        language: text('The language of it.'),
      }),
      { description: 'What would be made once the order holds.' },
    ),
    conflicts: Type.Array(
      Type.Object({
        field: text('Which field.'),
        path: textOrNull('`data` for the policy data; null for all else.'),
        from: day('The day from which on another order decides it.'),
      }),
      {
        description:
          'Fields that the order decides only up to a day, since something else was ordered for later.',
      },
    ),
    renewal: Type.Unsafe<Static<typeof nextTermSchema> | null>({
      ...nextTermSchema,
      type: ['object', 'null'],
    }),
    preview_token: text('Send it with the order, which then comes to exactly this.'),
    expires_at: timestampText('Until when the token can be sent.'),
  },
  {
    $id: 'TransactionPreview',
    description: 'What an order would come to. Nothing has changed.',
    examples: [transactionPreviewExample],
  },
)
