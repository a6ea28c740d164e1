import { Type } from '../wire/type.ts'
import { renewalStates } from '../../renewals/index.ts'
import { allowed } from '../access/allowed.ts'
import { previewToken } from '../policies/transactions/preview-token.ts'
import { acceptRenewalExample, renewalExample, retryRenewalExample } from './examples.ts'
import {
  amount,
  anyObject,
  link,
  links,
  oneOf,
  transactionLink,
  text,
  textOrNull,
  timestampOrNull,
} from '../wire/schema.ts'

export const amountOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: `${description} In whole minor units.`,
  })

export const renewalKind = oneOf(
  ['automatic', 'on_acceptance'],
  'Whether the policy renews automatically, or only if the renewal is accepted.',
)

/** Why the next term has no price. */
export const problemsSchema = Type.Array(
  Type.Object({
    code: text(
      'The kind of problem: `answer` and `field` concern one field, the others the product.',
    ),
    field: textOrNull('The name of the answer or field.'),
    path: textOrNull('The object that holds the field; null for members of the request itself.'),
    rules: Type.Array(Type.String(), { description: 'The failed rules.' }),
    message: text('What is wrong, in a sentence.'),
    fix: text('How to fix it.'),
  }),
  { description: 'Why the renewal is blocked; otherwise empty.' },
)

export const renewalSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    state: oneOf(
      renewalStates,
      '`scheduled`: the next term has no price yet. `offered`: it has a price. `blocked`: ' +
        'the policy no longer fits the product. `knocked_out`: the pricing declines it. ' +
        '`accepted` and `declined`: the decision on the offer. `voided`: the policy is ' +
        'cancelled. `done`: the policy has the next term.',
    ),
    kind: renewalKind,
    first_day: text('The first day of the next term.'),
    last_day: textOrNull('The last day of the next term; null until it has been priced.'),
    currency: text('ISO 4217, in lower case.'),
    gross_payment_amount_before: amount('The current price of a billing period.'),
    gross_payment_amount: amountOrNull(
      'The price of a billing period in the next term; null if there is no price.',
    ),
    product_version_id: text('The product version of the next term.'),
    subscription_plan_id: textOrNull(
      'The payment plan of the next term; null until it has been priced.',
    ),
    quote_id: textOrNull('The quote for the next term; null if there is no price.'),
    problems: problemsSchema,
    offered_at: timestampOrNull('When the renewal notice was created.'),
    decided_at: timestampOrNull('When the renewal was accepted or declined.'),
    allowed: Type.Optional(allowed('accept', 'decline', 'retry')),
    _links: links({
      policy: link,
      accept: Type.Optional(transactionLink),
      decline: Type.Optional(transactionLink),
    }),
  },
  {
    $id: 'Renewal',
    description: 'The next term of a policy, and the state of its renewal.',
    examples: [renewalExample],
  },
)

export const acceptRenewalBody = Type.Object(
  {
    subscription_plan_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The payment plan of the next term, which is then priced with it. The offered plan by ' +
          'default.',
      }),
    ),
    preview_token: previewToken,
  },
  {
    $id: 'AcceptRenewal',
    description: 'The next term as it is accepted; empty to accept it as it is offered.',
    examples: [acceptRenewalExample],
  },
)

export const retryRenewalBody = Type.Object(
  {
    answers: Type.Optional(anyObject('Answers for the next term, merged into the current ones.')),
    data: Type.Optional(anyObject('Policy data for the next term, merged into the current data.')),
  },
  {
    $id: 'RetryRenewal',
    description: 'Changes for the next term only; usually empty.',
    examples: [retryRenewalExample],
  },
)
