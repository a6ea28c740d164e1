import { openReceiptFaults } from '../billing/index.ts'
import { commissionFaults } from '../commission/index.ts'
import type { Clock, PolicyId } from '../kernel/index.ts'
import type { Database, Reader } from '../database/index.ts'
import { timesOf } from '../deadlines/index.ts'
import { ledgerFaults, selectLedgers } from '../ledger/index.ts'
import { selectMoneyMoved } from '../payments/index.ts'
import {
  type Policy,
  lockPolicies,
  projectionFaults,
  selectContents,
  selectPolicies,
  selectTimelines,
} from '../policies/index.ts'
import { type MoneyFault, faultsKeptMax } from './portfolio-check.ts'

interface CheckDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Compares the timeline, row, charges, invoices, postings, balances, payments and refunds of each
 * policy with one another. A policy with a fault may be changing just now: it is checked again under
 * its lock.
 */
export async function checkMoney(deps: CheckDeps, policyIds: readonly PolicyId[]) {
  const { db } = deps
  const policies = await selectPolicies(db, policyIds)
  const suspects = (await faultsOf(deps, db, policies)).keys()
  const faults: MoneyFault[] = []
  let different = 0
  for (const id of suspects) {
    const held = await deps.db.transactionOn(id, async (tx) => {
      await lockPolicies(tx, [id])
      return (await faultsOf(deps, tx, await selectPolicies(tx, [id]))).get(id) ?? []
    })
    if (held.length > 0) different += 1
    faults.push(...held)
  }
  const checked = policyIds.length
  return {
    counts: { checked, same: checked - different, different, fromRater: 0 },
    differences: [],
    faults: faults.slice(0, faultsKeptMax),
  }
}

/** The faults by policy; policies without faults are left out. */
async function faultsOf(
  { clock }: CheckDeps,
  db: Reader,
  policies: readonly Policy[],
): Promise<Map<PolicyId, MoneyFault[]>> {
  const ids = policies.map(({ id }) => id)
  const [timelines, ledgerOf, movedOf] = await Promise.all([
    selectTimelines(
      db,
      policies.map(({ versionId }) => versionId),
    ),
    selectLedgers(db, ids),
    selectMoneyMoved(db, ids),
  ])
  const contentIds = [...timelines.values()].flatMap(({ segments }) =>
    segments.map(({ contentId }) => contentId),
  )
  const contents = new Map(
    (await selectContents(db, [...new Set(contentIds)])).map((content) => [content.id, content]),
  )
  const timeFor = await timesOf(db, clock, policies)
  const receipts = ids.flatMap((id) => movedOf(id).received.filter(({ isReceipt }) => isReceipt))
  const receiptFaults = await openReceiptFaults(
    db,
    receipts.map(({ id }) => id),
  )
  const commissionFaultsOf = await commissionFaults(db, ids)
  const faults = policies.flatMap((policy): MoneyFault[] => {
    const { id: policyId, versionId } = policy
    const timeline = timelines.get(versionId)
    if (timeline === undefined) {
      const message = `The active version ${versionId} has no timeline.`
      return [{ policyId, kind: 'projection', message }]
    }
    const differing = projectionFaults(policy, timeline, contents, timeFor(policy))
    const message = `The row of the policy differs from version ${versionId} in ${differing.join(', ')}.`
    return [
      ...ledgerFaults(ledgerOf(policyId), timeline, movedOf(policyId)).map((fault) => {
        return { policyId, ...fault }
      }),
      ...movedOf(policyId)
        .received.flatMap(receiptFaults)
        .map((problem) => ({ policyId, kind: 'receipt', message: problem }) as const),
      ...commissionFaultsOf(policyId).map((problem) => {
        return { policyId, kind: 'commission', message: problem } as const
      }),
      ...(differing.length > 0 ? [{ policyId, kind: 'projection', message } as const] : []),
    ]
  })
  return Map.groupBy(faults, ({ policyId }) => policyId)
}
