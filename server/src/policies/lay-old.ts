import type { Clock, PolicyId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { type Charged, bookOld, selectIfBooked, selectUnbooked } from '../ledger/index.ts'
import type { Catalogue, LoadedVersion } from '../products/index.ts'
import { endTimeline } from '../timelines/index.ts'
import type { Policy, PolicyEnding, PolicyIdentity, SaleMoments, Standing } from './policy.ts'
import { lockFreePolicies, lockPolicies, selectPolicy } from './policy-store.ts'
import type { PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { endingRuleOf } from './ending-rule.ts'
import { taxOfCharges } from './tax-of-charges.ts'
import { contentOf, soldTimeline } from './sold-timeline.ts'
import {
  insertContents,
  lockUnlaid,
  selectPolicyVersions,
  selectTimeline,
  updateTimeline,
} from './version-store.ts'

/**
 * The timeline of the active version. A policy from before there were timelines gets those of all
 * its versions now, and one from before the ledger its money, in the transaction that has it locked.
 */
export async function timelineOf(
  tx: Transaction,
  policy: Policy,
  product: LoadedVersion,
  now: Temporal.Instant,
): Promise<PolicyTimeline> {
  const stored = await selectTimeline(tx, policy.versionId)
  const timeline = stored ?? (await layOld(tx, policy, product, now))
  await bookOld(
    tx,
    policy,
    () => heldVersions(tx, policy),
    (charges) => taxOfCharges(tx, charges),
  )
  return timeline
}

interface LayDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** What a policy is on every day, and how its money stands: laid first, where it is from before. */
export async function readLaid(
  deps: LayDeps,
  policy: Pick<PolicyIdentity, 'id'> & Pick<Standing, 'versionId'>,
): Promise<{ readonly timeline: PolicyTimeline; readonly charged: Charged }> {
  const [timeline, charged] = await Promise.all([
    selectTimeline(deps.db, policy.versionId),
    selectIfBooked(deps.db, policy.id),
  ])
  if (timeline !== undefined && charged !== undefined) return { timeline, charged }
  return deps.db.transactionOn(policy.id, async (tx) => {
    await lockPolicies(tx, [policy.id])
    return layNow(deps, tx, policy.id)
  })
}

/** The same in a transaction that has the policy locked, of one that was paid. */
export async function layNow(
  deps: Pick<LayDeps, 'catalogue' | 'clock'>,
  tx: Transaction,
  id: PolicyId,
): Promise<Laid & { readonly charged: Charged }> {
  const laid = await layPolicy(deps, tx, id)
  const charged = await selectIfBooked(tx, id)
  if (charged === undefined) throw new Error(`policy ${id} was never paid`)
  return { ...laid, charged }
}

/** The same for whoever only looks at it: it is locked where there is something to lay. */
export async function layWhereOld(
  db: Database,
  policy: Policy,
  product: LoadedVersion,
  now: Temporal.Instant,
): Promise<PolicyTimeline> {
  const timeline = await selectTimeline(db, policy.versionId)
  if (timeline !== undefined) return timeline
  return db.transactionOn(policy.id, async (tx) => {
    await lockPolicies(tx, [policy.id])
    return timelineOf(tx, policy, product, now)
  })
}

const policiesPerTransaction = 100

/** Gives all policies from before theirs, in small transactions. */
export async function layOldPolicies(deps: LayDeps): Promise<void> {
  let laid: number
  do {
    laid = await deps.db.transaction(async (tx) => {
      const unlaid = await lockUnlaid(tx, policiesPerTransaction)
      for (const { id } of unlaid) await layPolicy(deps, tx, id)
      return unlaid.length
    })
  } while (laid === policiesPerTransaction)
  let after: PolicyId | null = null
  for (;;) {
    const unbooked = await selectUnbooked(deps.db, after, policiesPerTransaction)
    after = unbooked.at(-1)?.policyId ?? null
    if (after === null) return
    await deps.db.transaction(async (tx) => {
      const ids = unbooked.map(({ policyId }) => policyId)
      for (const { id } of await lockFreePolicies(tx, ids)) {
        await layPolicy(deps, tx, id)
      }
    })
  }
}

interface Laid {
  readonly policy: Policy
  readonly product: LoadedVersion
  readonly timeline: PolicyTimeline
}

/** A policy with its timeline, laid and booked where it is from before, in a transaction that has it locked. */
export async function layPolicy(
  { catalogue, clock }: Pick<LayDeps, 'catalogue' | 'clock'>,
  tx: Transaction,
  id: PolicyId,
): Promise<Laid> {
  const policy = await selectPolicy(tx, id)
  const product = policy && (await catalogue.version(policy.productVersionId))
  if (policy === undefined || product === undefined) {
    throw new Error(`policy ${id}, or the version of its product, is gone`)
  }
  return { policy, product, timeline: await timelineOf(tx, policy, product, clock()) }
}

async function layOld(
  tx: Transaction,
  policy: Policy,
  product: LoadedVersion,
  now: Temporal.Instant,
): Promise<PolicyTimeline> {
  const content = contentOf(policy, now)
  const frequency = product.plans.get(policy.planId)?.frequency ?? null
  const sold = soldTimeline(policy, frequency, content.id)
  await insertContents(tx, [content])
  const rule = endingRuleOf(product.definition, policy, policy.cancelledAt ?? now)
  let active = sold
  for (const version of await selectPolicyVersions(tx, policy.id)) {
    if (!hasHeld(version)) continue
    const timeline =
      version.kind === 'offer' || policy.terminationDay === null
        ? sold
        : endTimeline(sold, policy.terminationDay, rule)
    await updateTimeline(tx, { version, timeline })
    if (version.id === policy.versionId) active = timeline
  }
  return active
}

function hasHeld({ state }: PolicyVersion): boolean {
  return state === 'active' || state === 'superseded'
}

type HeldPolicy = Pick<PolicyIdentity, 'id'> & SaleMoments & PolicyEnding

/** Every version that holds or has held, in their order, with the moment since when. */
async function heldVersions(tx: Transaction, policy: HeldPolicy) {
  const held = (await selectPolicyVersions(tx, policy.id)).filter(hasHeld)
  const sorted = held.toSorted((one, other) => one.number - other.number)
  return Promise.all(
    sorted.map(async ({ id, kind, createdAt }) => {
      const timeline = await selectTimeline(tx, id)
      if (timeline === undefined) throw new Error(`version ${id} has no timeline`)
      const at = (kind === 'offer' ? policy.issuedAt : policy.cancelledAt) ?? createdAt
      return { id, timeline, at }
    }),
  )
}
