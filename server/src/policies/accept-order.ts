import {
  type Clock,
  type JsonObject,
  type PolicyId,
  type PolicyVersionId,
  mintId,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, brokenConstraint } from '../database/index.ts'
import { momentOfOrder } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type Receipt, settleClaim } from '../retries/index.ts'
import { findSale } from './find-sale.ts'
import { newsOf } from './order-news.ts'
import type { Policy } from './policy.ts'
import { lockPolicies } from './policy-store.ts'
import type { PolicyContent, PolicyVersion } from './policy-version.ts'
import { type OrderKind, assertPossible } from './possible-orders.ts'
import { modificationInProgress, staleVersion } from './reasons.ts'
import { insertContents, insertProcessingVersion } from './version-store.ts'

/** What every order of a policy says. */
export interface PolicyOrder {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** The version that the client last saw. */
  readonly ifMatch: string
}

/** An order that may be carried out. */
export interface DecidedOrder extends Pick<PolicyVersion, 'change' | 'effectiveDay'> {
  readonly kind: OrderedKind
  /** Data that the order brings. */
  readonly contents?: readonly PolicyContent[]
  /** What the audit log tells of it: never a person's data. */
  readonly told: JsonObject
}

/** A correction becomes a version as a change does: it only counts from an earlier day. */
export type OrderedKind = Exclude<OrderKind, 'correction'>

const oneInProgress = 'policy_versions_one_in_progress'

/**
 * Accepts an order of a policy: the policy is locked, the order decided on what it is then, and a
 * version written that is processing. A job assembles it; its id is returned at once.
 */
export async function acceptOrder(
  deps: { readonly db: Database; readonly clock: Clock },
  order: PolicyOrder,
  decide: (policy: Policy, now: Temporal.Instant) => DecidedOrder,
  receipt: Receipt<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  try {
    return await deps.db.transactionOn(order.policyId, async (tx) => {
      await lockPolicies(tx, [order.policyId])
      const policy = await findSale(tx, order.caller, order.policyId, deps.clock())
      const moment = await momentOfOrder(tx, deps.clock, policy)
      const { now } = moment
      const { kind, change, effectiveDay, contents = [], told } = decide(policy, now)
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
      const type = newsOf(kind).requested
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
            after: { version_id: id, ...told },
          },
          moment,
        ),
        enqueue(tx, 'assemble_order', { policyId: policy.id, versionId: id }),
        settleClaim(tx, receipt, id),
      ])
      return id
    })
  } catch (error) {
    if (brokenConstraint(error) === oneInProgress) throw modificationInProgress(order.policyId)
    throw error
  }
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
