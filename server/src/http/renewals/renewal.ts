import { Type } from 'typebox'
import { renewalStates } from '../../renewals/index.ts'
import { renewalExample, retryRenewalExample } from './examples.ts'
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
  'Whether the policy goes on by itself, or once it is accepted.',
)

/** Why the next term has no price. */
export const problemsSchema = Type.Array(
  Type.Object({
    code: text('What is wrong: `answer` or `field` name one, all others the product.'),
    field: textOrNull('The name of the answer or field.'),
    path: textOrNull('Where it stands.'),
    rules: Type.Array(Type.String(), { description: 'The rules that it breaks.' }),
    message: text('What is wrong, in a sentence.'),
    fix: text('What to do about it.'),
  }),
  { description: 'Why it is blocked; else empty.' },
)

export const renewalSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    state: oneOf(
      renewalStates,
      '`scheduled` until the next term has a price; then `offered`, or `blocked` because what is ' +
        'known does not fit the product any more, or `knocked_out`. An offer is `accepted` or ' +
        '`declined`. It is `voided` while the policy is cancelled, and `done` once the policy ' +
        'has the next term.',
    ),
    kind: renewalKind,
    first_day: text('Of the next term.'),
    last_day: textOrNull('Of the next term; null until it has been looked at.'),
    currency: text('Lower-case ISO 4217 code.'),
    gross_payment_amount_before: amount('What a billing period costs until then.'),
    gross_payment_amount: amountOrNull('What it costs in the next term; null without a price.'),
    product_version_id: text('The version of the product that the next term is sold on.'),
    quote_id: textOrNull('The price of the next term.'),
    problems: problemsSchema,
    offered_at: timestampOrNull('When the notice was made.'),
    decided_at: timestampOrNull('When it was accepted or declined.'),
    _links: links({
      policy: link,
      accept: Type.Optional(transactionLink),
      decline: Type.Optional(transactionLink),
    }),
  },
  {
    $id: 'Renewal',
    description: 'The next term of a policy, and what became of it so far.',
    examples: [renewalExample],
  },
)

export const retryRenewalBody = Type.Object(
  {
    answers: Type.Optional(
      anyObject('Answers of the quote for the next term, laid over those that hold.'),
    ),
    data: Type.Optional(
      anyObject('Data of the policy for the next term, laid over what is known.'),
    ),
  },
  {
    $id: 'RetryRenewal',
    description: 'What is given for the next term alone; mostly nothing.',
    examples: [retryRenewalExample],
  },
)
