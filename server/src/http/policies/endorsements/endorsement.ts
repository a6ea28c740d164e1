import { Type } from '../../wire/type.ts'
import { endorsementRequestExample } from './examples.ts'
import { previewToken } from '../transactions/preview-token.ts'
import { anyObject } from '../../wire/schema.ts'

/** Checked by the product's rules, which have their own error messages. */
const customerText = (description: string) =>
  Type.Optional(Type.Unsafe<unknown>({ type: 'string', description }))

export const endorsePolicyBody = Type.Object(
  {
    first_name: customerText("The customer's first name."),
    last_name: customerText("The customer's last name."),
    email: customerText("The customer's e-mail address."),
    data: Type.Optional(
      anyObject(
        'The policy data to change. Objects are merged into the existing data, lists are ' +
          'replaced. The id of a dataset item (`dai_...`) may be sent in place of the item.',
      ),
    ),
    quote_token: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'The token of a quote for an endorsement of this policy. The quote determines ' +
          'the new price and the effective date. An increase that is due now is `proposed` ' +
          'first: the status link has the payment token for it.',
      }),
    ),
    effective_date: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'The day from which the endorsement takes effect, an ISO 8601 date within the ' +
          'policy period. Today by default. It can be backdated as far as the product ' +
          'allows.',
      }),
    ),
    preview_token: previewToken,
  },
  {
    $id: 'EndorsePolicy',
    description:
      'An endorsement. Only fields that the product lists in `policy_patch` can be changed.',
    examples: [endorsementRequestExample],
  },
)
