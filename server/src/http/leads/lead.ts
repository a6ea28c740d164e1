import { type Static, Type } from 'typebox'
import { type PolicyId, timestamp } from '../../kernel/index.ts'
import type { Lead, SavedLead } from '../../leads/index.ts'
import type { Links } from '../links.ts'
import { createdLeadExample, leadExample, leadRequestExample } from './examples.ts'
import { anyObject, flag, link, links, text, textOrNull, timestampText } from '../wire/schema.ts'

const nameOrNull = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 500, description }),
  )

export const createLeadBody = Type.Object(
  {
    item_id: Type.String({ minLength: 1, maxLength: 100, description: 'What is to be insured.' }),
    touchpoint_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The integration that it would be sold through.',
    }),
    first_name: nameOrNull("The customer's first name, as far as it is known."),
    last_name: nameOrNull("The customer's last name."),
    email: nameOrNull("The customer's e-mail address."),
    language: nameOrNull('The language in which the customer goes on.'),
    data: Type.Optional(
      anyObject('Whatever has been answered so far: no rule is asked. Up to 32,768 bytes as JSON.'),
    ),
    quote_token: nameOrNull('Of the quote that was shown last.'),
  },
  {
    $id: 'CreateLead',
    description: 'What has been entered so far.',
    examples: [leadRequestExample],
  },
)

const times = {
  created_at: timestampText('When it was saved.'),
  expires_at: timestampText('When it is forgotten: as long as a quote of the product lasts.'),
}

export const createdLeadSchema = Type.Object(
  {
    id: text('The lead; send it as `sales_lead_id` of the offer.'),
    token: text(
      'Opens the lead, together with a public key. Whoever has it can read what was entered: in a link it belongs in the fragment, which no server is sent.',
    ),
    ...times,
    _links: links({ _self: link }),
  },
  {
    $id: 'CreatedLead',
    description: 'A sale just saved, with the token that opens it, which is not shown again.',
    examples: [createdLeadExample],
  },
)

export const leadSchema = Type.Object(
  {
    id: text('The lead.'),
    livemode: flag('True for live, false for test.'),
    distributor_id: text('Who sells.'),
    item_id: text('What is to be insured.'),
    touchpoint_id: text('The integration that it would be sold through.'),
    first_name: textOrNull("The customer's first name, as it was sent; null once it has expired."),
    last_name: textOrNull('Likewise.'),
    email: textOrNull('Likewise.'),
    language: textOrNull('Likewise.'),
    data: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Likewise.',
    }),
    quote_token: textOrNull('Likewise.'),
    policy_id: textOrNull('The policy that it has become; null until then.'),
    ...times,
    _links: links({ _self: link }),
  },
  { $id: 'Lead', description: 'A sale that was begun and saved.', examples: [leadExample] },
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
