import { type CustomerId, type PolicyId, isId } from '../../kernel/index.ts'
import type { Account, Actor, Caller } from '../../identity/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../../sealing/index.ts'
import { endorsementTokenUnknown } from '../reasons.ts'

/** Lets its holder endorse one policy for a day, with the rights of the account that made it. */
export interface EndorsementLink {
  readonly policyId: PolicyId
  /** Whoever held the policy when it was made: of another customer it opens nothing. */
  readonly customerId: CustomerId
  /** From which day on the endorsement counts; null for the day on which it is made. */
  readonly effectiveDate: string | null
  readonly account: Account
  readonly actor: Actor
  readonly livemode: boolean
  readonly expiresAt: Temporal.Instant
}

const prefix = 'chg_'
const boundTo = 'a change of a policy'
const hoursValid = 24

export function mintEndorsementLink(
  ring: KeyRing,
  { account, actor, livemode }: Caller,
  request: Pick<EndorsementLink, 'policyId' | 'customerId' | 'effectiveDate'>,
  now: Temporal.Instant,
): { readonly link: EndorsementLink; readonly token: string } {
  const { id, kind, key, name } = account
  const link: EndorsementLink = {
    ...request,
    account: { id, kind, key, name },
    actor,
    livemode,
    expiresAt: now.add({ hours: hoursValid }),
  }
  const plain = JSON.stringify({ ...link, expiresAt: link.expiresAt.toString() })
  return { link, token: prefix + writeSealedToken(ring, boundTo, plain) }
}

/** The link behind a token, if it is for this policy, its policyholder and mode, and still valid. */
export function openEndorsementLink(
  ring: KeyRing,
  token: string,
  { policyId, customerId, livemode }: Pick<EndorsementLink, 'policyId' | 'customerId' | 'livemode'>,
  now: Temporal.Instant,
): EndorsementLink {
  const isOurs = /^chg_[\w-]+$/.test(token)
  const plain = isOurs ? readSealedToken(ring, boundTo, token.slice(prefix.length)) : null
  if (plain === null) throw endorsementTokenUnknown()
  const written = JSON.parse(plain) as EndorsementLink & { readonly expiresAt: string } // Written above.
  const link = { ...written, expiresAt: Temporal.Instant.from(written.expiresAt) }
  const isForThis =
    isId('tpol', policyId) &&
    link.policyId === policyId &&
    link.customerId === customerId &&
    link.livemode === livemode
  if (!isForThis || Temporal.Instant.compare(link.expiresAt, now) <= 0)
    throw endorsementTokenUnknown()
  return link
}
