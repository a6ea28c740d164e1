import { type Clock, type JsonObject, mintId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import type { TaxRateChange } from '../pricing/index.ts'
import type { MassChange, MassEndorsement, MassRecord } from './mass-endorsement.ts'
import { insertMassEndorsement } from './mass-endorsement-store.ts'
import { percentOf } from './rates.ts'
import { taxRateSame } from './reasons.ts'

export type WantedMassEndorsement = MassChange &
  Pick<MassRecord, 'productId' | 'filter' | 'effectiveDay' | 'reason'>

/** Writes down what is to be changed. No policy is looked at yet. */
export async function createMassEndorsement(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  wanted: WantedMassEndorsement,
  replay: ReplayWriter<MassEndorsement> | null,
): Promise<MassEndorsement> {
  if (wanted.kind === 'tax_rate') assertOther(wanted.change)
  const now = clock()
  const { kind, id } = caller.actor
  const made: MassEndorsement = {
    ...wanted,
    id: mintId('men', now),
    insurerId: caller.account.id,
    livemode: caller.livemode,
    state: 'draft',
    place: null,
    turns: 0,
    preview: null,
    tally: null,
    createdAt: now,
    createdBy: { kind, id },
    startedAt: null,
    startedBy: null,
    finishedAt: null,
  }
  return db.transaction(async (tx) => {
    await insertMassEndorsement(tx, made)
    await recordAudit(
      tx,
      caller,
      {
        action: 'mass_endorsement.created',
        livemode: made.livemode,
        subjectId: made.id,
        before: null,
        after: {
          product_id: made.productId,
          kind: made.kind,
          effective_date: made.effectiveDay.toString(),
          ...auditedChange(made),
          reason: made.reason,
        },
      },
      now,
    )
    await completeReservation(tx, replay, made)
    return made
  })
}

function assertOther({ from, to }: TaxRateChange): void {
  if (from === to) throw taxRateSame(percentOf(from))
}

function auditedChange(made: MassChange): JsonObject {
  if (made.kind === 'indexation') return { indexation: { ...made.change } }
  if (made.kind !== 'tax_rate') return {}
  const { from, to } = made.change
  return { tax_rate: { from: percentOf(from), to: percentOf(to) } }
}
