import { Type } from '../../wire/type.ts'
import { endorsementLinkExample, openedEndorsementExample } from './examples.ts'
import { formSchemas } from '../../forms/form.ts'
import {
  amount,
  flag,
  link,
  links,
  named,
  text,
  textOrNull,
  timestampText,
} from '../../wire/schema.ts'
import { ids } from '../../wire/example-ids.ts'
import { dataOfProduct, maskedMember } from '../../wire/personal.ts'

export const createEndorsementLinkBody = Type.Object(
  {
    effective_date: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'The day from which the endorsement takes effect, an ISO 8601 date. Defaults to ' +
          'the day on which the endorsement is made, which also applies if this day has ' +
          'passed by then.',
      }),
    ),
  },
  {
    $id: 'CreateEndorsementLink',
    description: 'Settings of the link.',
    examples: [{ effective_date: '2029-03-01' }],
  },
)

export const endorsementLinkSchema = Type.Object(
  {
    policy_id: text('The policy that the link can endorse, and no other.'),
    token: text(
      'Send it in the header `Endorsement-Token`, with a public key. It is shown only once.',
    ),
    fragment: text(
      'Append it after `#` to the address of a checkout to open the endorsement form.',
    ),
    effective_date: textOrNull(
      'The day from which the endorsement takes effect; null for the day on which it is made.',
    ),
    expires_at: timestampText('When the link expires: one day after it was created.'),
    _links: links({ policy: link }),
  },
  {
    $id: 'EndorsementLink',
    description: 'A link for a customer to endorse a policy on a page.',
    examples: [endorsementLinkExample],
  },
)

export const openedEndorsementSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text('The active version. Send it as `If-Match` with the endorsement.'),
    insurer_policy_id: text('The policy number.'),
    language: text('The language in which the policy was sold.'),
    effective_date: Type.Unsafe<string>({
      type: 'string',
      format: 'date',
      description: 'The day from which an endorsement takes effect.',
    }),
    is_endorsable: flag('Whether the policy can be endorsed now.'),
    waiting_version_id: textOrNull(
      'The version of an endorsement that was requested before and is in progress or waits ' +
        'for its payment: see its status. Null if there is none.',
    ),
    questions: Type.Array(named(formSchemas.question), {
      description:
        'The answers that may be changed, with their rules in `quote_patch` of the product.',
    }),
    policy_questions: Type.Optional(
      Type.Array(named(formSchemas.question), {
        description:
          'The members of the policy that may be changed without a quote, with their rules in ' +
          '`policy_patch` of the product. Absent with the token of an endorsement link.',
      }),
    ),
    data: dataOfProduct('The answers that apply on that day.'),
    gross_payment_amount: amount('The amount of one payment on that day.'),
    currency: text('ISO 4217, in lower case.'),
    item_id: text('The insured item.'),
    subscription_plan_id: text('The payment plan.'),
    touchpoint_id: text('The integration through which the policy was sold.'),
    product_version_id: text(
      'The product version that applies on that day; its form has the labels.',
    ),
    masked: maskedMember,
  },
  {
    $id: 'OpenedEndorsement',
    description: 'The data a page needs to endorse a policy.',
    examples: [openedEndorsementExample],
  },
)

export const endorsementTokenHeader = Type.String({
  description: 'The token of an endorsement link for this policy. Send it with a public key.',
  examples: [`chg_${ids.paymentToken}`],
})
