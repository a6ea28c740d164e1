import { type FieldRule, parseRules } from '../../rules/index.ts'

const names: readonly string[] = ['first_name', 'last_name', 'email']
const always = ['string', 'required'] as const

/**
 * Every policy needs a customer: the three fields are texts and required, whatever fields.json
 * says of them besides, or does not say.
 */
export function customerFields(policy: readonly FieldRule[]): FieldRule[] {
  const given = policy.filter(isCustomers).map(({ name }) => name)
  const added = names.filter((name) => !given.includes(name))
  return [
    ...added.map((name) => ({ name, path: null, validation: always.join('|') })),
    ...demandCustomer(policy),
  ]
}

/** The same for a list that need not name the three. */
export function demandCustomer(fields: readonly FieldRule[]): FieldRule[] {
  return fields.map((field) => (isCustomers(field) ? demanded(field) : field))
}

function isCustomers({ name, path }: FieldRule): boolean {
  return path === null && names.includes(name)
}

/** `sometimes` would let the field be left out, which nothing can. */
function demanded(field: FieldRule): FieldRule {
  const parsed = parseRules(field, '')
  if (!parsed.ok) return field // Reported where the rules are compiled.
  const written = parsed.rules
    .filter(({ name }) => name !== 'sometimes')
    .map(({ name, arguments: args }) => (args.length === 0 ? name : `${name}:${args.join()}`))
  const names = parsed.rules.map(({ name }) => name)
  const missing = always.filter((rule) => !names.includes(rule))
  return { ...field, validation: [...written, ...missing].join('|') }
}
