import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { invalidData, parseDay, timestamp } from '../../kernel/index.ts'
import {
  type PartySet,
  type PartyShown,
  type PolicyholderChanged,
  namedRoles,
  partyRoles,
  refusalOfEnding,
} from '../../parties/index.ts'
import type { Policy } from '../../policies/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import {
  anyObject,
  flag,
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import {
  addPartyExample,
  changePolicyholderExample,
  endPartyExample,
  endedPartyExample,
  partiesExample,
  partySetExample,
  policyholderChangedExample,
} from './examples.ts'

const roles =
  '`policyholder`: holds the contract and owes the premium. `insured`: whom it covers besides. ' +
  '`payer`: pays the premium for the policyholder. `beneficiary`: receives the benefit.'
const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })
const dayOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description })

const members = {
  role: oneOf(partyRoles, roles),
  customer_id: textOrNull('The customer, of a policyholder; otherwise null.'),
  first_name: personal(textOrNull('The first name; null if it is not known.')),
  last_name: personal(textOrNull('The last name, or the name of a company.')),
  email: personal(textOrNull('The e-mail address; null if it is not known.')),
  birth_date: personal(textOrNull('The date of birth; null if it is not known.')),
  from: day('The first day in the role.'),
  until: dayOrNull('The last day in the role; null until it is ended.'),
  reason: textOrNull('Why the person was named; null for the policyholder of the sale.'),
  set_by: textOrNull(
    'The key or the person who named them; null for the policyholder of the sale.',
  ),
  created_at: timestampText('When the person was named.'),
  ended_reason: textOrNull('Why the role was ended; null until then.'),
  ended_by: textOrNull('The key or the person who ended it; null until then.'),
  ended_at: timestampOrNull('When it was ended; null until then.'),
}

const endedMandate = textOrNull('The mandate that ended with it; null if none did.')

export const partySetSchema = Type.Object(
  { id: text('The party.'), ...members, ended_mandate_id: endedMandate, masked: maskedMember },
  {
    $id: 'PartySet',
    description: 'A person who was named for a role, or whose role was ended.',
    examples: [partySetExample, endedPartyExample],
  },
)

export const partySchema = Type.Object(
  {
    id: textOrNull('The party; null for the policyholder of a sale that was never handed over.'),
    ...members,
    is_current: flag('Whether the person has the role today, or will have it.'),
    allowed: allowed('end'),
    masked: maskedMember,
  },
  {
    $id: 'Party',
    description: 'A person in a role of a policy.',
    examples: partiesExample.parties,
  },
)

export const partiesSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    parties: Type.Array(named(partySchema), {
      description: 'Those of today first, each with the policyholder at the beginning.',
    }),
    allowed: allowed('add', 'change_policyholder'),
  },
  { $id: 'Parties', description: 'All persons of a policy.', examples: [partiesExample] },
)

export const policyholderChangedSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    version_id: text('The version that names the new policyholder. It is active.'),
    customer_id: text('The customer who holds the policy now.'),
    previous_customer_id: text('The customer who held it until now.'),
    effective_date: day('The day from which the policy names the new policyholder.'),
    ended_mandate_id: endedMandate,
  },
  {
    $id: 'PolicyholderChanged',
    description: 'A policy that has another policyholder.',
    examples: [policyholderChangedExample],
  },
)

const reasonText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    description: `${description} Do not include personal data.`,
  })
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description })
const emailText = Type.String({
  minLength: 3,
  maxLength: 254,
  format: 'email',
  description: 'The e-mail address.',
})

export const changePolicyholderBody = Type.Object(
  {
    first_name: name('The first name of the new policyholder.'),
    last_name: name('The last name.'),
    email: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'The e-mail address. The rules of the product check it, as in a sale.',
    }),
    data: Type.Optional(
      anyObject(
        'What else the policy says of the person, such as the form of address, merged into its data. ' +
          'The rules of the product check it, as in a sale.',
      ),
    ),
    customer_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The customer that the person is already. By default a new policyholder is a new ' +
          'customer.',
      }),
    ),
    reason: reasonText('Why the policy has another policyholder, for the audit log.'),
  },
  { $id: 'ChangePolicyholder', examples: [changePolicyholderExample] },
)

export const addPartyBody = Type.Object(
  {
    role: oneOf(namedRoles, roles),
    first_name: Type.Optional(name('The first name.')),
    last_name: name('The last name, or the name of a company.'),
    email: Type.Optional(emailText),
    birth_date: Type.Optional(
      Type.String({ maxLength: 10, format: 'date', description: 'The date of birth.' }),
    ),
    from: Type.Optional(
      Type.String({
        maxLength: 10,
        format: 'date',
        description:
          'The first day in the role; by default today, or the first day of a cover that is ' +
          'still to begin. A premium payer begins today at the latest.',
      }),
    ),
    keeps_mandate: Type.Optional(
      Type.Boolean({
        description:
          'Of a premium payer: the mandate of the policy is theirs, and stays. By default it ' +
          'ends, since the policyholder gave it.',
      }),
    ),
    reason: reasonText('Why the person is named.'),
  },
  { $id: 'AddParty', examples: [addPartyExample] },
)

export const endPartyBody = Type.Object(
  {
    until: Type.Optional(
      Type.String({
        maxLength: 10,
        format: 'date',
        description: 'The last day in the role; today by default.',
      }),
    ),
    reason: reasonText('Why the role is ended.'),
  },
  { $id: 'EndParty', examples: [endPartyExample] },
)

function viewMembers(party: Omit<PartyShown, 'id'>) {
  return {
    role: party.role,
    customer_id: party.customerId,
    first_name: party.firstName,
    last_name: party.lastName,
    email: party.email,
    birth_date: party.birthDate,
    from: party.fromDay.toString(),
    until: party.untilDay?.toString() ?? null,
    reason: party.reason,
    set_by: party.setBy,
    created_at: timestamp(party.createdAt),
    ended_reason: party.endedReason,
    ended_by: party.endedBy,
    ended_at: party.endedAt === null ? null : timestamp(party.endedAt),
  }
}

export function viewPartySet({ party, endedMandate: id }: PartySet): Static<typeof partySetSchema> {
  return { id: party.id, ...viewMembers(party), ended_mandate_id: id }
}

/** A party as the caller of a request sees it. */
export function viewParty(
  request: FastifyRequest,
  policy: Policy,
  { isCurrent, ...party }: PartyShown & { readonly isCurrent: boolean },
): Static<typeof partySchema> {
  const refusal = refusalOfEnding(party)
  return {
    id: party.id,
    ...viewMembers(party),
    is_current: isCurrent,
    allowed: viewAllowed(request, { end: ['endParty', refusal] }, policy),
  }
}

export function viewPolicyholderChanged(
  changed: PolicyholderChanged,
): Static<typeof policyholderChangedSchema> {
  return {
    policy_id: changed.party.policyId,
    version_id: changed.versionId,
    customer_id: changed.customerId,
    previous_customer_id: changed.previousCustomerId,
    effective_date: changed.effectiveDay.toString(),
    ended_mandate_id: changed.endedMandate,
  }
}

/** The day, or null where none was sent. The calendar of the database has fewer years than a date may name. */
export function readDay(
  field: 'from' | 'until',
  text: string | undefined,
): Temporal.PlainDate | null {
  if (text === undefined) return null
  const day = parseDay(text)
  if (day === null) throw invalidData([{ code: 'invalid_value', field, rules: ['iso_date'] }], null)
  return day
}
