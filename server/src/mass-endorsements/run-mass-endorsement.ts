import type { MassEndorsementId, PolicyId } from '../kernel/index.ts'
import { type Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { selectMassPage } from '../policies/index.ts'
import { type ChangeDeps, changePolicy, previewOnPolicy } from './change-policy.ts'
import { enqueueMassJob } from './enqueue-mass-job.ts'
import { readResults } from './find-mass-endorsement.ts'
import type { MassEndorsement, MassResult } from './mass-endorsement.ts'
import {
  lockMassEndorsement,
  selectAtWork,
  selectMassEndorsement,
  updateMassEndorsement,
} from './mass-endorsement-store.ts'
import { type MassTally, nothingTallied, tally } from './mass-tally.ts'
import { selectResults, upsertResult } from './result-store.ts'

const previewedPerJob = 200
const changedPerJob = 50
/** What waits is tried again so often, after pauses that double up to a minute. */
const turnsMax = 12
const pauseSecondsMax = 60

/** The job: some policies, then another job for the rest, so that nothing runs for long. */
export async function runMassEndorsement(
  deps: ChangeDeps,
  job: { readonly massEndorsementId: MassEndorsementId },
): Promise<void> {
  const mass = await selectMassEndorsement(deps.db, job.massEndorsementId)
  if (mass?.state === 'previewing') return previewNext(deps, mass)
  if (mass?.state !== 'running') return
  const policies = await nextPolicies(deps, mass, changedPerJob)
  return policies.length === 0 ? tryAgain(deps, mass) : changeNext(deps, mass, policies)
}

/** A process that died between two jobs left it without one. */
export async function takeUpMassEndorsements({ db }: Pick<ChangeDeps, 'db'>): Promise<void> {
  for (const { id } of await selectAtWork(db)) {
    await db.transaction((tx) => enqueueMassJob(tx, id))
  }
}

async function previewNext(deps: ChangeDeps, mass: MassEndorsement): Promise<void> {
  const policies = await nextPolicies(deps, mass, previewedPerJob)
  const results: MassResult[] = []
  for (const id of policies) results.push(await previewOnPolicy(deps, mass, id))
  const preview = tally(mass.preview ?? nothingTallied, results)
  const last = policies.at(-1)
  await move(deps, mass, async (tx, held) => {
    if (last === undefined) {
      await updateMassEndorsement(tx, { ...held, state: 'previewed', place: null, preview })
      return
    }
    await updateMassEndorsement(tx, { ...held, place: last, preview })
    await enqueueMassJob(tx, mass.id)
  })
}

async function changeNext(
  deps: ChangeDeps,
  mass: MassEndorsement,
  policies: readonly PolicyId[],
): Promise<void> {
  const results: MassResult[] = []
  for (const id of policies) {
    const result = await changePolicy(deps, mass, id)
    // It was stopped: the place stays, so that all of these are looked at again.
    if (result === null) return
    results.push(result)
  }
  const place = policies.at(-1) ?? mass.place
  await move(deps, mass, async (tx, held) => {
    const changed = tally(held.tally ?? nothingTallied, results)
    await updateMassEndorsement(tx, { ...held, place, tally: changed })
    await enqueueMassJob(tx, mass.id)
  })
}

/** All were looked at: what waited is tried again until nothing waits, or for some minutes. */
async function tryAgain(deps: ChangeDeps, mass: MassEndorsement): Promise<void> {
  const { db, clock } = deps
  const asked = { massEndorsementId: mass.id, outcome: 'waiting', limit: changedPerJob } as const
  let isLeft = false
  let after: string | null = null
  for (;;) {
    const waiting: MassResult[] = await selectResults(db, { ...asked, after })
    const last = waiting.at(-1)
    if (last === undefined) break
    for (const { policyId } of waiting) {
      const result = await changePolicy(deps, mass, policyId)
      if (result === null) return
      if (result.outcome !== 'waiting') continue
      if (mass.turns < turnsMax) isLeft = true
      else await upsertResult(db, { ...result, outcome: 'failed' }, clock())
    }
    after = last.policyId
  }
  const counted = await tallyAll(deps, mass)
  await move(deps, mass, async (tx, held) => {
    const now = clock()
    if (isLeft) {
      const turns = mass.turns + 1
      await updateMassEndorsement(tx, { ...held, turns, tally: counted })
      const seconds = Math.min(2 ** mass.turns, pauseSecondsMax)
      await enqueueMassJob(tx, mass.id, now.add({ seconds }))
      return
    }
    await updateMassEndorsement(tx, { ...held, state: 'done', tally: counted, finishedAt: now })
    await reportDone(tx, held, counted, now)
  })
}

/** The sums of everything that was written down: what was looked at twice counts once. */
async function tallyAll({ db }: ChangeDeps, { id }: MassEndorsement): Promise<MassTally> {
  let sum = nothingTallied
  for await (const results of readResults(db, id, null)) sum = tally(sum, results)
  return sum
}

async function reportDone(
  tx: Transaction,
  mass: MassEndorsement,
  { applied, skipped, failed }: MassTally,
  now: Temporal.Instant,
): Promise<void> {
  const sumOf = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { productId: product_id, kind } = mass
  const data = { product_id, kind, applied, skipped: sumOf(skipped), failed: sumOf(failed) }
  const about = { ...mass, distributorId: null }
  await recordEvents(tx, [{ type: 'mass_endorsement.done', about, data }], now)
}

function nextPolicies(
  { db }: ChangeDeps,
  { filter, insurerId, livemode, productId, place }: MassEndorsement,
  limit: number,
): Promise<PolicyId[]> {
  return selectMassPage(db, { ...filter, insurerId, livemode, productId }, { after: place, limit })
}

/** Writes only over what was read: one that was stopped, or that another job went on with, is left. */
async function move(
  { db }: ChangeDeps,
  read: MassEndorsement,
  write: (tx: Transaction, held: MassEndorsement) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockMassEndorsement(tx, read.id)
    const isMine =
      held?.state === read.state && held.place === read.place && held.turns === read.turns
    if (held !== undefined && isMine) await write(tx, held)
  })
}
