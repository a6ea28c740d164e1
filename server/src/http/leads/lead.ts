import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { type PolicyId, timestamp } from '../../kernel/index.ts'
import type { Lead, SavedLead } from '../../leads/index.ts'
import type { Links } from '../links.ts'
import { createdLeadExample, leadExample, leadRequestExample } from './examples.ts'
import { anyObject, flag, link, links, text, textOrNull, timestampText } from '../wire/schema.ts'
import { allowed } from '../access/allowed.ts'
import { maskedMember, personal } from '../wire/personal.ts'

const nameOrNull = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 500, description }),
  )

export const createLeadBody = Type.Object(
  {
    item_id: Type.String({ minLength: 1, maxLength: 100, description: 'The item to insure.' }),
    touchpoint_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The integration through which it is sold.',
    }),
    first_name: nameOrNull("The customer's first name, if known."),
    last_name: nameOrNull("The customer's last name."),
    email: nameOrNull("The customer's e-mail address."),
    language: nameOrNull('The language in which the customer continues.'),
    data: Type.Optional(
      anyObject('The answers so far, without validation. Up to 32,768 bytes as JSON.'),
    ),
    quote_token: nameOrNull('The token of the last quote.'),
  },
  {
    $id: 'CreateLead',
    description: 'The data entered so far.',
    examples: [leadRequestExample],
  },
)

const times = {
  created_at: timestampText('When the lead was saved.'),
  expires_at: timestampText(
    'When its data is deleted. A lead lasts as long as a quote of the product is valid.',
  ),
}

export const createdLeadSchema = Type.Object(
  {
    id: text('The id of the lead. Send it as `sales_lead_id` of the offer.'),
    token: text(
      'The token to view the lead with a public key. It gives access to the entered data: ' +
        'in a link, put it in the fragment, which browsers do not send to servers.',
    ),
    ...times,
    _links: links({ _self: link }),
  },
  {
    $id: 'CreatedLead',
    description: 'A new lead, with the token to view it. The token is shown only once.',
    examples: [createdLeadExample],
  },
)

export const leadSchema = Type.Object(
  {
    id: text('The lead.'),
    livemode: flag('True for live, false for test.'),
    distributor_id: text('The distributor.'),
    item_id: text('The item to insure.'),
    touchpoint_id: text('The integration through which it is sold.'),
    first_name: personal(
      textOrNull("The customer's first name, as sent; null once the lead has expired."),
    ),
    last_name: personal(textOrNull("The customer's last name; null once the lead has expired.")),
    email: personal(textOrNull("The customer's e-mail address; null once the lead has expired.")),
    language: textOrNull('The language; null once the lead has expired.'),
    data: personal(
      Type.Unsafe<object | null>({
        type: ['object', 'null'],
        additionalProperties: true,
        description: 'The answers; null once the lead has expired.',
      }),
    ),
    // Whoever has it can make an offer with the answers of the quote.
    quote_token: personal(
      textOrNull('The token of the last quote; null once the lead has expired.'),
    ),
    policy_id: textOrNull('The offer or policy created from the lead; null if there is none.'),
    ...times,
    allowed: Type.Optional(allowed('reveal')),
    masked: maskedMember,
    _links: links({ _self: link }),
  },
  { $id: 'Lead', description: 'A saved lead: a sale that was begun.', examples: [leadExample] },
)

export function viewCreatedLead(
  { lead, token }: SavedLead,
  to: Links,
): Static<typeof createdLeadSchema> {
  return {
    id: lead.id,
    token,
    created_at: timestamp(lead.createdAt),
    expires_at: timestamp(lead.expiresAt),
    _links: { _self: to.lead(lead.id) },
  }
}

export function viewLead(
  lead: Lead,
  policyId: PolicyId | null,
  to: Links,
): Static<typeof leadSchema> {
  const { content } = lead
  return {
    id: lead.id,
    livemode: lead.livemode,
    distributor_id: lead.distributorId,
    item_id: lead.itemId,
    touchpoint_id: lead.integrationId,
    first_name: content?.firstName ?? null,
    last_name: content?.lastName ?? null,
    email: content?.email ?? null,
    language: content?.language ?? null,
    data: content?.data ?? null,
    quote_token: content?.quoteToken ?? null,
    policy_id: policyId,
    created_at: timestamp(lead.createdAt),
    expires_at: timestamp(lead.expiresAt),
    _links: { _self: to.lead(lead.id) },
  }
}
