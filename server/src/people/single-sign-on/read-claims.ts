import { isJsonObject } from '../../kernel/index.ts'
import { readEmail } from '../user.ts'

/** What a provider says about a person, as far as it matters here. */
export interface ClaimedPerson {
  readonly issuer: string
  readonly subject: string
  /** Null if there is none, or none that can be one. */
  readonly email: string | null
  /** Null if the provider does not say. */
  readonly isEmailVerified: boolean | null
  readonly name: string | null
  /** Null if the provider has them elsewhere, because they are too many for a token. */
  readonly groups: readonly string[] | null
}

type Claims = Readonly<Record<string, unknown>>

const nameLengthMax = 200

export function readClaims(
  claims: Claims,
  groupClaim: string,
): Omit<ClaimedPerson, 'issuer' | 'subject'> {
  const { email, email_verified: verified, name } = claims
  return {
    // A control character in an address is a trick.
    email: typeof email === 'string' && !/\p{Cc}/u.test(email) ? readEmail(email) : null,
    isEmailVerified: readFlag(verified),
    name: readName(name),
    groups: readGroups(claims, groupClaim),
  }
}

/** Some providers write it as a text. */
function readFlag(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === undefined ? null : false
}

function readName(name: unknown): string | null {
  if (typeof name !== 'string') return null
  // A database cannot hold the first, and nobody can read the others.
  const readable = name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, nameLengthMax)
    .toWellFormed()
  return readable === '' ? null : readable
}

/**
 * A list, or one text. No claim is no group, unless it says that the groups are elsewhere:
 * Entra ID does so for people with more than two hundred.
 */
function readGroups(claims: Claims, groupClaim: string): string[] | null {
  const { [groupClaim]: groups, _claim_names: elsewhere, hasgroups: hasGroups } = claims
  if (typeof groups === 'string') return [groups]
  if (Array.isArray(groups)) return groups.filter((one) => typeof one === 'string')
  const isElsewhere = isJsonObject(elsewhere) && Object.hasOwn(elsewhere, groupClaim)
  return isElsewhere || hasGroups === true ? null : []
}
