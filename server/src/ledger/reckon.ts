import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { Charge, Timeline } from '../timelines/index.ts'
import { type Reckoning, foresee } from './foresee.ts'
import { selectCharged, writeReckoning } from './ledger-store.ts'
import { book } from './postings.ts'

/**
 * Looks again at every period that was charged, under the timeline that holds from now on, and books
 * what it costs more or less. In the transaction that makes the version active, with the policy
 * locked: asked again for the same version, nothing is left to be charged.
 */
export async function reckon(
  tx: Transaction,
  order: {
    readonly policyId: PolicyId
    readonly versionId: PolicyVersionId
    readonly timeline: Timeline
    readonly now: Temporal.Instant
  },
): Promise<Reckoning> {
  const { policyId, versionId, timeline, now } = order
  const charged = await selectCharged(tx, policyId)
  const reckoning = foresee(timeline, charged)
  const { charges, shrunk } = reckoning
  if (charges.length === 0) return reckoning
  const { postings, balances } = book(
    charged.balances,
    charges.map((charge) => chargeEntry(versionId, charge)),
  )
  const counted = charges.map((charge, n) => ({ ...charge, number: charged.count + n + 1 }))
  const written = { policyId, versionId, charges: counted, postings, balances, shrunk, now }
  await writeReckoning(tx, written)
  return reckoning
}

export function chargeEntry(versionId: PolicyVersionId, { period, amount }: Charge) {
  return { kind: 'charge', cause: chargeCause(versionId, period), amount } as const
}

/** What a charge is posted under. */
export function chargeCause(
  versionId: PolicyVersionId,
  { firstDay }: Pick<Charge['period'], 'firstDay'>,
): string {
  return `charge ${versionId} ${firstDay}`
}
