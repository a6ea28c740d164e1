import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { dropDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { lapsePolicy, suspendPolicy } from '../policy-transactions/index.ts'
import { legalPeriodEnd } from '../products/index.ts'
import { upsertCase } from './case-store.ts'
import { coverUntil } from './cover-until.ts'
import type { Step } from './decide-step.ts'
import { newsOfCase } from './dunning-news.ts'
import { type SeenCase, statedBy } from './look-at-arrears.ts'
import { nextLook } from './next-look.ts'
import { readArrears } from './read-arrears.ts'
import type { DunningLetter } from './dunning-case.ts'
import { premiumOf, revivalUntil } from './decide-revival.ts'
import { letterData, writeLetter } from './write-letter.ts'

type Deps = Parameters<typeof writeLetter>[0]

/** Suspends cover from today on, until the amount of the notice is paid. */
export async function suspend(
  deps: Deps,
  tx: Transaction,
  seen: SeenCase,
  { payUntil }: Step & { readonly do: 'suspend' },
  moment: Moment,
): Promise<void> {
  const { policy, open, letters, today } = seen
  const lastDay = today.subtract({ days: 1 })
  const versionId = await suspendPolicy(tx, policy, today, moment)
  const number = letters.filter(({ kind }) => kind === 'suspension').length + 1
  const content = { kind: 'suspension', number, graceUntil: payUntil, coverUntil: lastDay } as const
  const suspended = { ...seen, policy: { ...policy, versionId } }
  const letter = await writeLetter(deps, tx, suspended, { ...content, fee: 0 }, moment)
  await upsertCase(tx, { ...open, step: 'suspended', stepDay: today })
  const data = {
    ...letterData(letter, open),
    version_id: versionId,
    cover_until: lastDay.toString(),
    pay_until: payUntil.toString(),
  }
  await recordEvents(tx, [newsOfCase('dunning.suspended', open, policy, data)], moment)
}

/** The policy ends, and with it the case. */
export async function lapse(
  deps: Deps,
  tx: Transaction,
  seen: SeenCase,
  { contractUntil }: Step & { readonly do: 'lapse' },
  moment: Moment,
): Promise<void> {
  const { policy, open, notice, settings, arrears } = seen
  if (notice === null || open.graceUntil === null) {
    throw new Error(`case ${open.id} lapses without a notice`)
  }
  const isSuspended = open.step === 'suspended'
  const covered = isSuspended ? open.stepDay.subtract({ days: 1 }) : open.graceUntil
  const lastDay = coverUntil(settings, covered, statedBy(notice, arrears))
  const revivable = revivalOf(seen, notice)
  const content = { kind: 'lapse', number: 1, coverUntil: lastDay, fee: 0, ...revivable } as const
  const { waivesSuspension } = settings
  const terms = { lastDay: contractUntil ?? lastDay, waivesSuspension }
  const versionId = await lapsePolicy(tx, policy, terms, moment)
  // The letter then shows a lower amount: only days with cover are owed.
  const ended = { ...policy, versionId }
  const left = { ...seen, policy: ended, arrears: await readArrears(tx, ended, moment) }
  const letter = await writeLetter(deps, tx, left, content, moment)
  await upsertCase(tx, { ...open, state: 'lapsed', closedAt: moment.now })
  await dropDeadline(tx, nextLook(policy, open, seen.today))
  const data = {
    ...letterData(letter, open),
    version_id: versionId,
    cover_until: lastDay.toString(),
    ...revivalData(letter),
  }
  await recordEvents(tx, [newsOfCase('dunning.lapsed', open, policy, data)], moment)
}

/** Until when a payment voids the lapse, and how much is missing for that. */
function revivalOf(
  { definition, settings: { revivalMonths, needsTermination }, today, arrears, policy }: SeenCase,
  notice: DunningLetter,
): Pick<DunningLetter, 'graceUntil' | 'revivalAmount'> {
  if (revivalMonths === null) return { graceUntil: null, revivalAmount: null }
  const { asked, came } = premiumOf(notice, arrears.payments, policy.timeZone)
  const paid = came.reduce((sum, { amount }) => sum + amount, 0) // For what it names alone.
  return {
    // A letter of termination ends the contract today, a notice did with its grace.
    graceUntil: legalPeriodEnd(
      definition,
      revivalUntil(needsTermination ? today : today.subtract({ days: 1 }), revivalMonths),
    ),
    revivalAmount: Math.max(0, asked - paid),
  }
}

function revivalData({ graceUntil, revivalAmount }: DunningLetter) {
  if (graceUntil === null || revivalAmount === null) return {}
  return { revival_until: graceUntil.toString(), revival_amount: revivalAmount }
}
