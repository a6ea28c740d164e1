import type { Clock, Moment } from '../kernel/index.ts'
import { askForMissed } from '../billing/index.ts'
import type { Transaction } from '../database/index.ts'
import { setDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Policy, endBeforeLapse, lastDayAsSold, selectPolicy } from '../policies/index.ts'
import { revivePolicy } from '../policy-transactions/index.ts'
import type { Catalogue } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { selectCase, selectLetters, selectLettersOf } from './case-store.ts'
import { premiumOf, premiumPaidOn } from './decide-revival.ts'
import type { DunningCase, DunningLetter } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import type { Seen } from './look-at-arrears.ts'
import { nextLook } from './next-look.ts'
import { readArrears } from './read-arrears.ts'
import { letterData, writeLetter } from './write-letter.ts'

interface Deps {
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/**
 * Voids the lapse of a policy whose premium was paid in time. The days without cover are owed, and so is
 * what was not asked for meanwhile: one invoice asks for both. Returns whether it did.
 */
export async function reviveIfPaid(
  deps: Deps,
  tx: Transaction,
  { policy, arrears, today }: Seen,
  moment: Moment,
): Promise<boolean> {
  if (policy.status !== 'cancelled') return false
  const lapsed = await findLapse(tx, policy)
  if (lapsed === null) return false
  const { lapse, notice, closed } = lapsed
  const premium = premiumOf(notice, arrears.payments, policy.timeZone)
  const paidOn = premiumPaidOn(premium)
  const endsOn = await endBeforeLapse(tx, policy.id, policy.versionId)
  const day = coverFrom({ lapse, paidOn, soldUntil: endsOn ?? lastDayAsSold(policy) })
  if (day === null) return false
  if (policy.isLocked) {
    // The outcome of the transaction decides; the next day is a safety net.
    await setDeadline(tx, nextLook(policy, closed, today.add({ days: 1 })))
    return false
  }
  const versionId = await revivePolicy(tx, policy, day, moment)
  await askForMissed(deps, tx, { policyId: policy.id }, moment)
  const revived = (await selectPolicy(tx, policy.id)) ?? policy
  const letters = await selectLetters(tx, [closed.id])
  const left = { policy: revived, open: closed, arrears: await readArrears(tx, revived, moment) }
  const { coverUntil } = lapse
  const content = { kind: 'revival', number: 1, coverUntil, coverFrom: day, fee: 0 } as const
  const letter = await writeLetter(deps, tx, { ...left, letters }, content, moment)
  const data = {
    ...letterData(letter, closed),
    version_id: versionId,
    cover_from: day.toString(),
  }
  await recordEvents(tx, [newsOfCase('dunning.revived', closed, policy, data)], moment)
  return true
}

/** The lapse that ended a policy, with its notice; null where something else did, or has come after it. */
async function findLapse(
  tx: Transaction,
  { id, versionId }: Policy,
): Promise<{ lapse: DunningLetter; notice: DunningLetter; closed: DunningCase } | null> {
  const letters = await selectLettersOf(tx, id)
  const lapse = letters.find((one) => one.kind === 'lapse' && one.versionId === versionId)
  const notice = letters.findLast((one) => one.kind === 'notice' && one.caseId === lapse?.caseId)
  const closed = lapse && (await selectCase(tx, lapse.caseId))
  if (lapse === undefined || notice === undefined || closed === undefined) return null
  return { lapse, notice, closed }
}

/**
 * The first day with cover: that of the payment, or the one after the last day of cover where it was paid
 * before. Null where it was paid too late, or when nothing was sold any more.
 */
function coverFrom({
  lapse: { graceUntil, coverUntil },
  paidOn,
  soldUntil,
}: {
  readonly lapse: DunningLetter
  readonly paidOn: Temporal.PlainDate | null
  readonly soldUntil: Temporal.PlainDate | null
}): Temporal.PlainDate | null {
  if (paidOn === null || graceUntil === null || coverUntil === null) return null
  if (isAfter(paidOn, graceUntil) || (soldUntil && isAfter(paidOn, soldUntil))) return null
  const ended = coverUntil.add({ days: 1 })
  return isAfter(ended, paidOn) ? ended : paidOn
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}
