import { Type } from '../../wire/type.ts'
import { deliverySchema } from '../deliveries/delivery.ts'
import { previewToken } from '../transactions/preview-token.ts'
import { flag, named, text } from '../../wire/schema.ts'
import { withdrawalExample, withdrawalRequestExample } from './examples.ts'

const given = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 40, description }))

export const withdrawPolicyBody = Type.Object(
  {
    received_on: given(
      'The day on which the withdrawal was received, an ISO 8601 date; today by default. It is ' +
        'the last day of cover if the customer agreed to earlier cover.',
    ),
    sent_on: given(
      'The day on which it was sent, an ISO 8601 date; `received_on` by default. It decides ' +
        'whether the withdrawal is in time.',
    ),
    preview_token: previewToken,
  },
  {
    $id: 'WithdrawPolicy',
    description: 'When a withdrawal was sent and received.',
    examples: [withdrawalRequestExample],
  },
)

const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

export const withdrawalSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    is_offered: flag('Whether the product gives a right of withdrawal.'),
    first_day: dayOrNull('The first day of the period; null while it has not begun.'),
    last_day: dayOrNull(
      'The last day on which a withdrawal can be sent; null while the period has not begun.',
    ),
    has_begun: flag(
      'Whether the period has begun. Under the law of Germany it begins only once the ' +
        'documents are known to have arrived.',
    ),
    is_open: flag('Whether a withdrawal that is sent today is in time and possible.'),
    is_early_cover_agreed: flag(
      'Whether the customer agreed at the sale to be covered before the period is over.',
    ),
    withdrawn_on: dayOrNull('The day on which a withdrawal was received; null if there is none.'),
    deliveries: Type.Array(named(deliverySchema), {
      description: 'The deliveries of documents, in the order in which they were recorded.',
    }),
  },
  {
    $id: 'Withdrawal',
    description: 'The right of withdrawal of a policy.',
    examples: [withdrawalExample],
  },
)
