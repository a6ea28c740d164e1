import type { FieldRule } from '../../rules/index.ts'

const names = ['first_name', 'last_name', 'email'] as const

/** Every policy needs a customer, so the three fields are required even where fields.json is silent. */
export function customerFields(policy: readonly FieldRule[]): FieldRule[] {
  const missing = names.filter(
    (name) => !policy.some((field) => field.path === null && field.name === name),
  )
  const added = missing.map((name) => ({ name, path: null, validation: 'string|required' }))
  return [...added, ...policy]
}
