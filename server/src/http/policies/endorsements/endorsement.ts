import { Type } from 'typebox'
import { endorsementRequestExample } from './examples.ts'
import { previewToken } from '../transactions/preview-token.ts'
import { anyObject } from '../../wire/schema.ts'

/** Checked by the product's rules, whose failures are told in their own words. */
const customerText = (description: string) =>
  Type.Optional(Type.Unsafe<unknown>({ type: 'string', description }))

export const endorsePolicyBody = Type.Object(
  {
    first_name: customerText("The customer's first name."),
    last_name: customerText("The customer's last name."),
    email: customerText("The customer's e-mail address."),
    data: Type.Optional(
      anyObject(
        'What of the policy data is said anew; objects are laid over what is there, lists are ' +
          'replaced. The id of a dataset item (`dai_...`) may stand for the item itself.',
      ),
    ),
    quote_token: Type.Optional(
      Type.String({
        maxLength: 500,
        description:
          'Of a quote for a change of this policy, which says the new price and from which day on. An ' +
          'increase that is due now is `proposed` first: the status link has what pays for it.',
      }),
    ),
    effective_date: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'From which day on, an ISO 8601 date within the days that were sold; today where none is ' +
          'named. An insurer may order it back in time, as far as the product allows.',
      }),
    ),
    preview_token: previewToken,
  },
  {
    $id: 'ChangePolicy',
    description:
      'What is to be changed. Only fields that `policy_patch` of the product names may get other ' +
      'values.',
    examples: [endorsementRequestExample],
  },
)
