import type { Clock, Refusal } from '../kernel/index.ts'
import { passSecondPerson } from '../approvals/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, type Transaction, brokenConstraint } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Actor, Caller } from '../identity/index.ts'
import { enqueueMassJob } from './enqueue-mass-job.ts'
import { holdMassEndorsement } from './find-mass-endorsement.ts'
import type { MassEndorsement, MassEndorsementState } from './mass-endorsement.ts'
import { updateMassEndorsement } from './mass-endorsement-store.ts'
import { nothingTallied } from './mass-tally.ts'
import { notPreviewable, notPreviewed, notStoppable, notStopped, otherRuns } from './reasons.ts'

/** What a person does with a mass endorsement. */
export type MassAct = 'preview' | 'start' | 'stop' | 'resume'

/** Why it cannot be done now; null if it can. */
export function refusalOfAct(act: MassAct, state: MassEndorsementState): Refusal | null {
  switch (act) {
    case 'preview':
      return state === 'draft' || state === 'previewed' ? null : notPreviewable(state)
    case 'start':
      return state === 'previewed' ? null : notPreviewed(state)
    case 'stop':
      return state === 'running' || state === 'previewing' ? null : notStoppable(state)
    case 'resume':
      return state === 'stopped' ? null : notStopped(state)
  }
}

interface SteerDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Computes what it would do, beside everything else. Nothing is written about any policy. */
export const previewMassEndorsement = steering('preview', (held) => ({
  ...held,
  state: 'previewing',
  place: null,
  preview: nothingTallied,
}))

/** From now on policies are changed. */
export const startMassEndorsement = steering('start', (held, now, startedBy) => ({
  ...held,
  state: 'running',
  place: null,
  turns: 0,
  tally: nothingTallied,
  startedAt: now,
  startedBy,
}))

/** What is being changed is changed; the next policy is left. A preview that was stopped is a draft again. */
export const stopMassEndorsement = steering('stop', (held) =>
  held.state === 'previewing'
    ? { ...held, state: 'draft', place: null, preview: null }
    : { ...held, state: 'stopped' },
)

/** Goes on where it was stopped. What waits is tried again as often as after a start. */
export const resumeMassEndorsement = steering('resume', (held) => ({
  ...held,
  state: 'running',
  turns: 0,
}))

function steering(
  act: MassAct,
  changed: (held: MassEndorsement, now: Temporal.Instant, by: Actor) => MassEndorsement,
) {
  return async (
    { db, clock }: SteerDeps,
    caller: Caller,
    id: string,
    replay: ReplayWriter<MassEndorsement> | null,
  ): Promise<MassEndorsement> => {
    try {
      return await db.transaction(async (tx) => {
        const held = await holdMassEndorsement(tx, caller, id)
        const refusal = refusalOfAct(act, held.state)
        if (refusal !== null) throw refusal
        const now = clock()
        const after = changed(held, now, caller.actor)
        await updateMassEndorsement(tx, after)
        if (after.state === 'running' || after.state === 'previewing') {
          await enqueueMassJob(tx, after.id)
        }
        await record(tx, caller, { act, before: held, after }, now)
        await completeReservation(tx, replay, after)
        return after
      })
    } catch (error) {
      if (brokenConstraint(error) === 'mass_endorsements_one_running') throw otherRuns()
      throw error
    }
  }
}

const actionOf = {
  start: 'mass_endorsement.started',
  stop: 'mass_endorsement.stopped',
  resume: 'mass_endorsement.resumed',
} as const

/** A preview changes nothing: it is neither an event nor in the audit log. */
async function record(
  tx: Transaction,
  caller: Caller,
  {
    act,
    before,
    after,
  }: {
    readonly act: MassAct
    readonly before: MassEndorsement
    readonly after: MassEndorsement
  },
  now: Temporal.Instant,
): Promise<void> {
  if (act === 'preview' || before.state === 'previewing') return
  const { id: subjectId, livemode, productId: product_id, kind } = after
  const about = { ...after, distributorId: null }
  const action = actionOf[act]
  await recordEvents(tx, [{ type: action, about, data: { product_id, kind } }], now)
  const states = { before: { status: before.state }, after: { status: after.state } }
  await recordAudit(tx, caller, { action, livemode, subjectId, ...states }, now)
  if (act === 'stop') return
  const sale = { productId: product_id, distributorId: null }
  await passSecondPerson(
    tx,
    caller,
    { kind: 'mass_endorsements', subjectId, money: null, sale },
    now,
  )
}
