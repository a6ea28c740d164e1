import {
  type CustomerId,
  type MandateLinkId,
  type Moment,
  type PolicyId,
  isId,
  mintId,
} from '../kernel/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../sealing/index.ts'
import { mandateTokenUnknown } from './reasons.ts'

/** Lets its holder give a mandate for one policy, once. */
export interface MandateLink {
  readonly id: MandateLinkId
  readonly policyId: PolicyId
  /** The policyholder for whom it was made: it is of no use to another. */
  readonly customerId: CustomerId
  readonly livemode: boolean
  readonly expiresAt: Temporal.Instant
}

const prefix = 'mdl_'
const boundTo = 'a mandate for a policy'
const daysValid = 7

export function mintMandateLink(
  ring: KeyRing,
  { policyId, customerId, livemode }: Pick<MandateLink, 'policyId' | 'customerId' | 'livemode'>,
  moment: Moment,
): { readonly link: MandateLink; readonly token: string } {
  const expiresAt = moment.now.add({ hours: daysValid * 24 })
  const id = mintId('mlk', moment)
  const link: MandateLink = { id, policyId, customerId, livemode, expiresAt }
  const plain = JSON.stringify({ ...link, expiresAt: expiresAt.toString() })
  return { link, token: prefix + writeSealedToken(ring, boundTo, plain) }
}

/** The link behind a token, if it is for this policy and mode, and still valid. */
export function openMandateLink(
  ring: KeyRing,
  token: string,
  { policyId, customerId, livemode }: Pick<MandateLink, 'policyId' | 'customerId' | 'livemode'>,
  now: Temporal.Instant,
): MandateLink {
  const isOurs = /^mdl_[\w-]+$/.test(token)
  const plain = isOurs ? readSealedToken(ring, boundTo, token.slice(prefix.length)) : null
  if (plain === null) throw mandateTokenUnknown()
  const written = JSON.parse(plain) as MandateLink & { readonly expiresAt: string } // Written above.
  const link = { ...written, expiresAt: Temporal.Instant.from(written.expiresAt) }
  const isForThis =
    isId('tpol', policyId) &&
    link.policyId === policyId &&
    link.customerId === customerId &&
    link.livemode === livemode
  if (!isForThis || Temporal.Instant.compare(link.expiresAt, now) <= 0) throw mandateTokenUnknown()
  return link
}
