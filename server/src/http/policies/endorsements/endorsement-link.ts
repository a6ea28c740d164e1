import { Type } from 'typebox'
import { endorsementLinkExample, openedEndorsementExample } from './examples.ts'
import { formSchemas } from '../../forms/form.ts'
import {
  amount,
  anyObject,
  flag,
  link,
  links,
  named,
  text,
  textOrNull,
  timestampText,
} from '../../wire/schema.ts'
import { ids } from '../../wire/example-ids.ts'

export const createEndorsementLinkBody = Type.Object(
  {
    effective_date: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'From which day on the change is to count, an ISO 8601 date; the day on which it is made ' +
          'where none is named, or where that day is over by then.',
      }),
    ),
  },
  {
    $id: 'CreateChangeLink',
    description: 'What the link is for.',
    examples: [{ effective_date: '2029-03-01' }],
  },
)

export const endorsementLinkSchema = Type.Object(
  {
    policy_id: text('The policy that it changes, and no other.'),
    token: text(
      'Send it in the header `Endorsement-Token`, with a public key. It is not shown again.',
    ),
    fragment: text('Put behind `#` of the address of a checkout, it opens the form of the change.'),
    effective_date: textOrNull(
      'From which day on the change is to count; null for the day itself.',
    ),
    expires_at: timestampText('When it opens nothing any more: a day later.'),
    _links: links({ policy: link }),
  },
  {
    $id: 'EndorsementLink',
    description: 'A link with which a customer changes a policy on a page.',
    examples: [endorsementLinkExample],
  },
)

export const openedEndorsementSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text('Its version, for `If-Match` of the change.'),
    insurer_policy_id: text('Its number.'),
    language: text('In which it was sold.'),
    effective_date: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'From which day on a change counts.',
    }),
    is_endorsable: flag('Whether it could be changed now.'),
    waiting_version_id: textOrNull(
      'A change that was ordered already and is being made, or waits to be paid for: its status tells ' +
        'which. Null if there is none.',
    ),
    questions: Type.Array(named(formSchemas.question), {
      description: 'The answers that may differ, by their rules in `quote_patch` of the product.',
    }),
    data: anyObject('The answers that hold on that day.'),
    gross_payment_amount: amount('What a payment is on that day.'),
    currency: text('ISO 4217, in lower case.'),
    item_id: text('What is insured.'),
    subscription_plan_id: text('The plan that it is paid by.'),
    touchpoint_id: text('The integration that it was sold through.'),
    product_version_id: text(
      'The version of the product that holds on that day; its form has the labels.',
    ),
  },
  {
    $id: 'OpenedEndorsement',
    description: 'What a page needs to change a policy.',
    examples: [openedEndorsementExample],
  },
)

export const endorsementTokenHeader = Type.String({
  description: 'The token of a link for a change of this policy, with a public key.',
  examples: [`chg_${ids.paymentToken}`],
})
