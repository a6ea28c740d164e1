import {
  type JsonObject,
  type PolicyId,
  type PolicyVersionId,
  Refusal,
  mintId,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { brokenConstraint } from '../database/index.ts'
import { momentOfOrder } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type Receipt, settleClaim } from '../retries/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { findSale } from './find-sale.ts'
import { type Decide, type ForeseeDeps, foreseeOrder } from './foresee-order.ts'
import { requestedType } from './order-news.ts'
import type { Policy } from './policy.ts'
import { lockPolicies } from './policy-store.ts'
import type { Ordered, PolicyContent } from './policy-version.ts'
import { type OrderKind, assertPossible } from './possible-orders.ts'
import {
  type PreviewPromise,
  assertAbout,
  openPreviewToken,
  orderDigest,
  sumsOf,
} from './preview-token.ts'
import {
  laterDayUnpriced,
  modificationInProgress,
  previewOutdated,
  staleVersion,
} from './reasons.ts'
import { insertContents, insertProcessingVersion } from './version-store.ts'

/** What every order of a policy says. */
export interface PolicyOrder {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** The version that the client last saw. */
  readonly ifMatch: string
}

/** An order that is to be carried out, and not only looked at. */
export interface GivenOrder extends PolicyOrder {
  /** Of a preview whose sums it is to come to; null where it may come to any. */
  readonly previewToken: string | null
}

export interface AcceptDeps extends ForeseeDeps {
  readonly keyRing: KeyRing
}

/** An order that may be carried out. */
export type DecidedOrder = Ordered<OrderedKind> & {
  readonly effectiveDay: Temporal.PlainDate
  /** Data that the order brings. */
  readonly contents?: readonly PolicyContent[]
  /** What the audit log tells of it: never a person's data. */
  readonly told: JsonObject
}

/**
 * A correction becomes a version as a change does: it only counts from an earlier day. A renewal becomes
 * one when its term begins.
 */
export type OrderedKind = Exclude<OrderKind, 'correction' | 'renewal'>

const oneInProgress = 'policy_versions_one_in_progress'

/**
 * Accepts an order of a policy: the policy is locked, the order decided on what it is then, and a
 * version written that is processing. A job assembles it; its id is returned at once.
 */
export async function acceptOrder(
  deps: AcceptDeps,
  order: GivenOrder,
  decide: Decide,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  const promise = await promiseFor(deps, order, decide)
  try {
    return await deps.db.transactionOn(order.policyId, async (tx) => {
      await lockPolicies(tx, [order.policyId])
      const policy = await findSale(tx, order.caller, order.policyId, deps.clock())
      const moment = await momentOfOrder(tx, deps.clock, policy)
      const { now } = moment
      const decided = decide(policy, now)
      if (promise !== null) assertAbout(promise, policy, orderDigest(decided), now)
      const { kind, change, effectiveDay, contents = [], told } = decided
      const id = mintId('tpv', moment)
      if (contents.length > 0) await insertContents(tx, contents)
      await insertProcessingVersion(tx, {
        id,
        policyId: policy.id,
        kind,
        basedOn: policy.versionId,
        effectiveDay,
        orderedBy: order.caller.account.id,
        change,
        createdAt: now,
      })
      const type = requestedType(kind)
      await Promise.all([
        recordEvents(tx, [{ type, about: policy, data: { version_id: id } }], moment),
        recordAudit(
          tx,
          order.caller,
          {
            action: type,
            accountId: policy.insurerId,
            livemode: policy.livemode,
            subjectId: policy.id,
            before: { version_id: policy.versionId, status: policy.status },
            after: { version_id: id, ...told, ...(promise !== null && { is_previewed: true }) },
          },
          moment,
        ),
        enqueue(tx, 'assemble_order', {
          policyId: policy.id,
          versionId: id,
          ...(promise !== null && { promised: promise.sums }),
        }),
        settleClaim(tx, receipt, id),
      ])
      return id
    })
  } catch (error) {
    if (brokenConstraint(error) === oneInProgress) throw modificationInProgress(order.policyId)
    throw error
  }
}

/**
 * What was promised for an order, which it still comes to; null where it names no preview. Looked at
 * before the policy is locked, since a rater may be asked: the job that carries it out looks again.
 */
async function promiseFor(
  deps: AcceptDeps,
  order: GivenOrder,
  decide: Decide,
): Promise<PreviewPromise | null> {
  if (order.previewToken === null) return null
  const unpriced = (error: unknown) => {
    const isUnpriced = error instanceof Refusal && error.told.code === laterDayUnpriced.code
    throw isUnpriced ? previewOutdated(order.policyId) : error
  }
  const foreseen = await foreseeOrder(deps, order, decide).catch(unpriced)
  const promise = openPreviewToken(deps.keyRing, order.previewToken)
  assertAbout(promise, foreseen.policy, orderDigest(foreseen.decided), foreseen.moment.now)
  if (promise.sums !== sumsOf(foreseen.laid)) throw previewOutdated(order.policyId)
  return promise
}

/** Refuses what cannot be ordered now, and who has not seen the policy as it is. */
export function assertOrderable(
  kind: OrderKind,
  policy: Policy,
  { ifMatch }: Pick<PolicyOrder, 'ifMatch'>,
  now: Temporal.Instant,
): void {
  assertPossible(kind, policy, now)
  if (ifMatch !== policy.versionId) throw staleVersion(ifMatch, policy.id)
}
