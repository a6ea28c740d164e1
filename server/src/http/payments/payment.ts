import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../kernel/index.ts'
import {
  sandboxMandates,
  sandboxOutcomes,
  sandboxRefunds,
  sandboxTurnsMax,
  sandboxVoids,
} from '../../payments/index.ts'
import { createdPaymentExample, paymentExample, paymentRequestExample } from './examples.ts'
import {
  amount,
  anyArray,
  flag,
  link,
  links,
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'

const shortText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, description })

export const createPaymentBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The `payment_token` of the offer.',
    }),
    provider: shortText('A payment provider that the payment plan allows, for example `invoice`.'),
    method: shortText('A method of that provider that the plan allows, for example `invoice`.'),
    policy_id: shortText('The offer to pay for.'),
    sandbox: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        description: 'Read by the provider `sandbox` only, which plays the outcome that you name.',
        properties: {
          outcome: {
            type: 'string',
            enum: sandboxOutcomes,
            description:
              'With `pending` the payment waits for a callback; with `confirm` it waits for the customer, on the page that `next_action` leads to; with `timeout` the money is taken, but the answer gets lost; with `unreached` the request gets lost and no money is taken; `late` is made after three days; `charge_back` is made, and its money taken back after a week.',
          },
          void: {
            type: 'string',
            enum: sandboxVoids,
            description:
              'What becomes of a `pending` payment that is given up after 48 hours: `ok`, it is never made; `captured`, it was made already; `timeout`, there is no answer.',
          },
          refund: {
            type: 'string',
            enum: sandboxRefunds,
            description:
              'What becomes of its refunds: `pending` is confirmed later, `stuck` never; with `timeout` the answer gets lost; `failed` works when it is ordered again.',
          },
          mandate: {
            type: 'string',
            enum: sandboxMandates,
            description:
              'What becomes of the instalments that are collected by the mandate that the payment gives: `ok`, each is taken; `soft_decline`, each try is declined and trying again may help; `hard_decline`, it never will; `third_try` is declined twice; `revoked`, the mandate is there no longer; `late` is made after three days; `charge_back` is taken back after a week; `pending`, `timeout` and `unreached` as for `outcome`. With `none` it gives no mandate.',
          },
          mandate_from: {
            type: 'string',
            format: 'date',
            description:
              'The day from which on the mandate does what `mandate` says. Instalments before it are taken.',
          },
          mandate_then: {
            type: 'array',
            maxItems: sandboxTurnsMax,
            description:
              'What the mandate does instead from certain moments on: a card that fails in one month and works again in another.',
            items: {
              type: 'object',
              required: ['from', 'mandate'],
              properties: {
                from: {
                  type: 'string',
                  maxLength: 30,
                  description: 'A day, or a moment of UTC such as `2027-08-31T22:00:00Z`.',
                },
                mandate: {
                  type: 'string',
                  enum: sandboxMandates,
                  description: 'As `mandate`.',
                },
              },
            },
          },
          amount: {
            type: 'integer',
            description: 'The amount that is taken, where it is not the one that was asked for.',
          },
        },
      }),
    ),
  },
  {
    $id: 'CreatePayment',
    description: 'Which offer to pay for, and how.',
    examples: [paymentRequestExample],
  },
)

export const voidPaymentBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The token that the payment was made with.',
    }),
  },
  {
    $id: 'VoidPayment',
    description: 'Shows that the payment is yours.',
    examples: [{ token: paymentRequestExample.token }],
  },
)

export const nextActionSchema = Type.Object(
  {
    type: oneOf(['redirect'], 'The customer has to go to the page.'),
    url: text('A page of the bank, for a window of its own: banks refuse to be framed.'),
  },
  { $id: 'NextAction', description: 'What the customer has to do before a payment can be made.' },
)

const createdFields = {
  object: Type.Literal('payment', { description: 'Always `payment`.' }),
  id: text('The payment.'),
  livemode: flag('True for live, false for test.'),
  provider: text('The payment provider.'),
  method: text('The payment method.'),
  status: oneOf(
    ['pending', 'ok', 'failed'],
    '`ok`: paid, and the policy is issued. `pending`: the provider answers later. `failed`: not ' +
      'paid; the offer can be paid for again.',
  ),
  next_action: Type.Optional(named(nextActionSchema)),
  transaction_metadata: anyArray('Empty.'),
  _links: links({ _self: link }),
}

export const createdPaymentSchema = Type.Object(createdFields, {
  $id: 'CreatedPayment',
  description: 'A payment just made, without what only a secret key may see.',
  examples: [createdPaymentExample],
})

export const refundSchema = Type.Object(
  {
    object: Type.Literal('refund', { description: 'Always `refund`.' }),
    id: text('The refund.'),
    status: oneOf(
      ['pending', 'ok', 'failed'],
      '`ok`: given back. `pending`: under way. `failed`: not given back; `reason` says why.',
    ),
    method: oneOf(
      ['pro_rata', 'none', 'full_before_start', 'short_rate', 'free_look', 'whole'],
      "How the product's cancellation terms found the amount; `whole` for money that came too late or was another amount than asked for, and so pays for nothing.",
    ),
    amount: amount('What is given back.'),
    currency: text('ISO 4217, in lower case.'),
    policy_version_id: textOrNull(
      'The cancellation that it belongs to, as a version of the policy; null for money that pays for nothing.',
    ),
    reference: textOrNull("The provider's reference."),
    reason: textOrNull('Why it failed, or that it was given back by hand; else null.'),
    created_at: timestampText('When it was recorded.'),
    processed_at: timestampOrNull('When it was made; null while it is pending.'),
  },
  { $id: 'Refund', description: 'Money given back.' },
)

export const paymentSchema = Type.Object(
  {
    ...createdFields,
    policy_id: text('The policy that was paid for.'),
    amount: amount('What is paid.'),
    currency: text('ISO 4217, in lower case.'),
    charge_id: textOrNull("The provider's id of the charge."),
    fee: Type.Number({ description: 'What the payment cost; usually 0.' }),
    reference: textOrNull("The provider's reference."),
    token: text('The payment token of the offer.'),
    reason: textOrNull('Why it failed; null unless it did.'),
    processed_at: timestampOrNull('When it was made or failed; null while it is pending.'),
    error_code: textOrNull("The provider's code of the failure."),
    metadata: anyArray('Empty.'),
    customer_id: text('The customer who paid.'),
    refunds: Type.Array(named(refundSchema), { description: 'What was given back of it.' }),
  },
  {
    $id: 'Payment',
    description: 'The whole payment, for the holder of a secret key.',
    examples: [paymentExample],
  },
)

/** Closed, so that a whole payment is never taken for one: a strict client must find exactly one view. */
export const publicPaymentSchema = Type.Object(
  { ...createdFields, reason: textOrNull('Why it failed; null unless it did.') },
  {
    $id: 'PublicPayment',
    additionalProperties: false,
    description: 'A payment for the holder of a public key who has shown its token.',
    examples: [{ ...createdPaymentExample, reason: null }],
  },
)

/** Written by one schema, as policies are: whatever the view does not have is left out. */
export const anyPaymentSchema = Type.Unsafe<
  Static<typeof paymentSchema> | Static<typeof publicPaymentSchema>
>({
  ...Type.Partial(Type.Object(paymentSchema.properties)),
  description: 'The payment, as far as the key may see it.',
  'x-views': ['Payment', 'PublicPayment'],
})
