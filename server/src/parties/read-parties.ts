import {
  type ContentId,
  type CustomerId,
  type PartyId,
  type PolicyId,
  todayIn,
} from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type Policy, type PolicyContent, selectContents } from '../policies/index.ts'
import { type Party, type PartyRole } from './party.ts'
import { selectParties } from './party-store.ts'

/** A person in a role, with the names. */
export interface PartyShown extends Omit<Party, 'id' | 'contentId'> {
  /** Null for the policyholder of a policy that was never handed over. */
  readonly id: PartyId | null
}

/** All that a policy has and had, the policyholders first. */
export async function readParties(
  db: Reader,
  policy: Policy,
  now: Temporal.Instant,
): Promise<PartyShown[]> {
  const parties = await selectParties(db, [policy.id])
  const contents = await selectContents(
    db,
    parties.flatMap(({ contentId }) => contentId ?? []),
  )
  const shown = parties.map((party) => named(party, policy, contents))
  const holders = shown.filter(({ role }) => role === 'policyholder')
  const others = shown.filter(({ role }) => role !== 'policyholder')
  const today = todayIn(policy.timeZone, now)
  return [...(holders.length === 0 ? [sold(policy)] : holders), ...others].toSorted(
    (one, other) => Number(isOver(one, today)) - Number(isOver(other, today)),
  )
}

/** The policyholder of the sale, of whom no row is needed while there is no other. */
function sold(policy: Policy): PartyShown {
  return { id: null, ...roleOf(policy), ...policyholderOf(policy), ...neverEnded }
}

function roleOf({ id, startDay, createdAt }: Policy) {
  const role: PartyRole = 'policyholder'
  const byNobody = { reason: null, setBy: null }
  return { policyId: id, role, fromDay: startDay, birthDate: null, createdAt, ...byNobody }
}

/** The row of the policyholder of a sale, which is written when there is another. */
export function soldParty(policy: Policy, id: PartyId): Party {
  const namedByPolicy = { contentId: null, firstName: null, lastName: null, email: null }
  const { customerId } = policy
  return { id, ...roleOf(policy), customerId, ...namedByPolicy, ...neverEnded }
}

export const neverEnded = { untilDay: null, endedReason: null, endedBy: null, endedAt: null }

function policyholderOf({ customerId, firstName, lastName, email }: Policy) {
  return { customerId, firstName, lastName, email }
}

function named(
  { contentId, ...party }: Party,
  policy: Policy,
  contents: readonly PolicyContent[],
): PartyShown {
  if (party.role !== 'policyholder') return party
  if (contentId === null) return { ...party, ...policyholderOf(policy) }
  const content = contents.find(({ id }) => id === contentId)
  if (content === undefined) throw new Error(`content ${contentId} is gone`)
  const { firstName, lastName, email } = content
  return { ...party, firstName, lastName, email }
}

/** Whether the person is it no longer. */
export function isOver({ untilDay }: Pick<Party, 'untilDay'>, today: Temporal.PlainDate): boolean {
  return untilDay !== null && Temporal.PlainDate.compare(untilDay, today) < 0
}

/** Who the policyholders were, one after the other; the last one is it now. */
export interface Holder {
  readonly customerId: CustomerId
  /** Of a former one: where the names are. */
  readonly contentId: ContentId | null
  /** What ends the time of this one, by moment and id; null for the last. */
  readonly handedOver: Pick<Party, 'id' | 'createdAt'> | null
}

export async function readHolders(
  db: Reader,
  policies: readonly Policy[],
): Promise<ReadonlyMap<PolicyId, readonly Holder[]>> {
  const rows = await selectParties(
    db,
    policies.map(({ id }) => id),
  )
  return new Map(
    policies.map(({ id, customerId }) => {
      const own = rows.filter((one) => one.policyId === id && one.role === 'policyholder')
      if (own.length === 0) return [id, [{ customerId, contentId: null, handedOver: null }]]
      const holders = own.map((one, n) => ({
        customerId: one.customerId ?? customerId,
        contentId: one.contentId,
        handedOver: own[n + 1] ?? null,
      }))
      return [id, holders]
    }),
  )
}
