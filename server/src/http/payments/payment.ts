import type { Static } from 'typebox'
import { allowed } from '../access/allowed.ts'
import { Type } from '../wire/type.ts'
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

const sandboxOptions = Type.Unsafe<JsonObject>({
  type: 'object',
  description: 'Only for the provider `sandbox`, which simulates the outcome that you choose.',
  properties: {
    outcome: {
      type: 'string',
      enum: sandboxOutcomes,
      description:
        '`pending`: the payment waits for a callback. `confirm`: it waits for the ' +
        'customer, on the page of `next_action`. `timeout`: the money is taken, but ' +
        'the response is lost. `unreached`: the request is lost and no money is ' +
        'taken. `late`: the payment succeeds after three days. `charge_back`: it ' +
        'succeeds and is charged back after a week.',
    },
    void: {
      type: 'string',
      enum: sandboxVoids,
      description:
        'The outcome of voiding a `pending` payment, which happens after 48 hours: ' +
        '`ok`: it is never made. `captured`: it was already made. `timeout`: there ' +
        'is no response.',
    },
    refund: {
      type: 'string',
      enum: sandboxRefunds,
      description:
        'The outcome of its refunds: `pending`: confirmed later. `stuck`: never ' +
        'confirmed. `timeout`: the response is lost. `failed`: fails at first and ' +
        'succeeds on a retry.',
    },
    mandate: {
      type: 'string',
      enum: sandboxMandates,
      description:
        'The outcome of instalments that are collected with the mandate of this ' +
        'payment: `ok`: each succeeds. `soft_decline`: each attempt is declined, a ' +
        'retry may succeed. `hard_decline`: permanently declined. `third_try`: ' +
        'declined twice, then succeeds. `revoked`: the mandate no longer exists. ' +
        '`late`: succeeds after three days. `charge_back`: charged back after a ' +
        'week. `pending`, `timeout` and `unreached`: as for `outcome`. `none`: the ' +
        'payment gives no mandate.',
    },
    mandate_from: {
      type: 'string',
      format: 'date',
      description: 'The day from which `mandate` applies. Earlier instalments succeed.',
    },
    mandate_then: {
      type: 'array',
      maxItems: sandboxTurnsMax,
      description:
        'Other outcomes from certain times on, for example a card that fails in one ' +
        'month and works again in another.',
      items: {
        type: 'object',
        required: ['from', 'mandate'],
        properties: {
          from: {
            type: 'string',
            maxLength: 30,
            description: 'A day, or a UTC timestamp such as `2027-08-31T22:00:00Z`.',
          },
          mandate: {
            type: 'string',
            enum: sandboxMandates,
            description: 'The outcome from then on, as for `mandate`.',
          },
        },
      },
    },
    amount: {
      type: 'integer',
      description: 'The amount that is taken, if it differs from the requested one.',
    },
  },
})

export const stripeOptions = Type.Object(
  {
    payment_method: Type.Optional(
      Type.String({
        pattern: '^(pm|src|card)_[A-Za-z0-9_]{1,200}$',
        description:
          'A payment method of Stripe: the payment is confirmed at once. Without it the ' +
          'customer confirms in the form of Stripe: see `next_action`.',
      }),
    ),
    return_url: Type.Optional(
      Type.String({
        maxLength: 2_000,
        pattern: '^https?://',
        description:
          'Where the bank sends the customer afterwards, if it asks on a page of its own.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Only for the provider `stripe`.' },
)

export const createPaymentBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'The `payment_token` of the offer, or the token of a proposed version or an open ' +
        'invoice.',
    }),
    provider: shortText('A payment provider that the payment plan allows, for example `invoice`.'),
    method: shortText('A method of that provider that the plan allows, for example `invoice`.'),
    policy_id: shortText('The offer or policy to pay for.'),
    provider_options: Type.Optional(
      Type.Object(
        {
          sandbox: Type.Optional(sandboxOptions),
          stripe: Type.Optional(stripeOptions),
        },
        {
          additionalProperties: false,
          description:
            'Options of the provider, under its name. Options of other providers are ignored.',
        },
      ),
    ),
    sandbox: Type.Optional({
      ...sandboxOptions,
      description: 'The same as `provider_options.sandbox`, which counts if both are sent.',
    }),
  },
  {
    $id: 'CreatePayment',
    description: 'The offer to pay for, and the payment method.',
    examples: [paymentRequestExample],
  },
)

export const voidPaymentBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The token with which the payment was created.',
    }),
  },
  {
    $id: 'VoidPayment',
    description: 'The token of the payment. It proves that the payment is yours.',
    examples: [{ token: paymentRequestExample.token }],
  },
)

export const nextActionSchema = Type.Object(
  {
    type: oneOf(
      ['redirect', 'bank_transfer', 'stripe'],
      '`redirect`: the customer has to open the page. `bank_transfer`: the customer transfers the ' +
        'amount with the reference. `stripe`: the customer confirms in the form of Stripe on your ' +
        'page.',
    ),
    url: Type.Optional(
      text(
        'With `redirect`: a page of the bank. Open it in its own window: banks do not allow ' +
          'frames.',
      ),
    ),
    iban: Type.Optional(text('With `bank_transfer`: the account to pay to.')),
    bic: Type.Optional(textOrNull('With `bank_transfer`: its bank, where you gave one.')),
    account_holder: Type.Optional(text('With `bank_transfer`: the holder of the account.')),
    reference: Type.Optional(
      text('With `bank_transfer`: what has to be written on the transfer, by ISO 11649.'),
    ),
    amount: Type.Optional(amount('With `bank_transfer`: the amount, in minor units.')),
    currency: Type.Optional(text('With `bank_transfer`: ISO 4217, in lower case.')),
    client_secret: Type.Optional(
      text('With `stripe`: opens this payment, and no other, in the form. Never log or store it.'),
    ),
    publishable_key: Type.Optional(text('With `stripe`: the key with which the form is loaded.')),
  },
  {
    $id: 'NextAction',
    description: 'The action that the customer has to take before the payment can be made.',
  },
)

const createdFields = {
  object: Type.Literal('payment', { description: 'Always `payment`.' }),
  id: text('The payment.'),
  livemode: flag('True for live, false for test.'),
  provider: text('The payment provider.'),
  method: text('The payment method.'),
  status: oneOf(
    ['pending', 'ok', 'failed'],
    '`ok`: paid, and the policy is issued. `pending`: the provider decides later. ' +
      '`failed`: not paid; the offer can be paid for again.',
  ),
  next_action: Type.Optional(named(nextActionSchema)),
  transaction_metadata: anyArray('Always empty.'),
  _links: links({ _self: link }),
}

export const createdPaymentSchema = Type.Object(createdFields, {
  $id: 'CreatedPayment',
  description: 'A new payment, without the members that only a secret key can see.',
  examples: [createdPaymentExample],
})

export const refundSchema = Type.Object(
  {
    object: Type.Literal('refund', { description: 'Always `refund`.' }),
    id: text('The refund.'),
    status: oneOf(
      ['pending', 'ok', 'failed'],
      '`ok`: refunded. `pending`: in progress. `failed`: not refunded; `reason` says why.',
    ),
    method: oneOf(
      ['pro_rata', 'none', 'full_before_start', 'short_rate', 'withdrawal', 'whole'],
      'The cancellation term of the product that determined the amount; `whole` for money ' +
        'that came too late or in a wrong amount, and so pays for nothing.',
    ),
    amount: amount('The refunded amount.'),
    currency: text('ISO 4217, in lower case.'),
    policy_version_id: textOrNull(
      'The version of the policy that caused the refund; null for money that pays for nothing.',
    ),
    reference: textOrNull('The reference of the provider.'),
    reason: textOrNull('Why the refund failed, or that it was paid manually; otherwise null.'),
    created_at: timestampText('When it was recorded.'),
    processed_at: timestampOrNull('When it was paid; null while it is pending.'),
    allowed: Type.Optional(allowed('resolve')),
  },
  { $id: 'Refund', description: 'A refund.' },
)

export const paymentSchema = Type.Object(
  {
    ...createdFields,
    policy_id: text('The policy that was paid for.'),
    amount: amount('The paid amount.'),
    currency: text('ISO 4217, in lower case.'),
    charge_id: textOrNull('The id of the charge at the provider.'),
    fee: Type.Number({ description: 'The fee of the payment; usually 0.' }),
    reference: textOrNull('The reference of the provider.'),
    token: text('The payment token of the offer.'),
    reason: textOrNull('Why the payment failed; otherwise null.'),
    processed_at: timestampOrNull(
      'When the payment succeeded or failed; null while it is pending.',
    ),
    error_code: textOrNull('The error code of the provider.'),
    metadata: anyArray('Always empty.'),
    customer_id: text('The customer who paid.'),
    refunds: Type.Array(named(refundSchema), { description: 'The refunds of the payment.' }),
    allowed: Type.Optional(allowed('void', 'resolve')),
  },
  {
    $id: 'Payment',
    description: 'The whole payment, as a secret key sees it.',
    examples: [paymentExample],
  },
)

/**
 * Closed, so that a whole payment is never taken for one: a strict client must find exactly one
 * view.
 */
export const publicPaymentSchema = Type.Object(
  { ...createdFields, reason: textOrNull('Why the payment failed; otherwise null.') },
  {
    $id: 'PublicPayment',
    additionalProperties: false,
    description: 'A payment as a public key with its token sees it.',
    examples: [{ ...createdPaymentExample, reason: null }],
  },
)

/** Written by one schema, as policies are: whatever the view does not have is left out. */
export const anyPaymentSchema = Type.Unsafe<
  Static<typeof paymentSchema> | Static<typeof publicPaymentSchema>
>({
  ...Type.Partial(Type.Object(paymentSchema.properties)),
  description: 'The part of the payment that the key can see.',
  'x-views': ['Payment', 'PublicPayment'],
})

/** The options of the provider that was named; those of the sandbox also where they stood before. */
export function providerOptionsOf({
  provider,
  provider_options: options,
  sandbox,
}: {
  readonly provider: string
  readonly provider_options?: { readonly sandbox?: JsonObject; readonly stripe?: JsonObject }
  readonly sandbox?: JsonObject
}): JsonObject {
  if (provider === 'stripe') return options?.stripe ?? {}
  if (provider === 'bank_transfer') return {}
  return options?.sandbox ?? sandbox ?? {}
}
