import { type Role, builtInRoles } from './built-in-roles.ts'
import type { Grant } from './grants.ts'

/** A role that an account has made itself, as far as its grants are concerned. */
export type OwnRole = Pick<Role, 'key' | 'grants'>

export function isBuiltIn(key: string): boolean {
  return builtInRoles.some((role) => role.key === key)
}

/** All grants of some roles. A role that is gone grants nothing. */
export function grantsOfRoles(keys: readonly string[], own: readonly OwnRole[]): Grant[] {
  return [...builtInRoles, ...own]
    .filter((role) => keys.includes(role.key))
    .flatMap(({ grants }) => grants)
}
