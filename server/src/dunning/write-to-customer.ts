import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { resumePolicy } from '../policy-transactions/index.ts'
import { voidPostLetters } from '../post/index.ts'
import { isFirstOpen } from './close-case.ts'
import { upsertCase, voidLetter } from './case-store.ts'
import type { Step } from './decide-step.ts'
import { newsOfCase } from './dunning-news.ts'
import type { SeenCase } from './look-at-arrears.ts'
import { letterData, writeLetter } from './write-letter.ts'

type Deps = Parameters<typeof writeLetter>[0]

export async function remind(
  deps: Deps,
  tx: Transaction,
  seen: SeenCase,
  { fee }: Step & { readonly do: 'remind' },
  moment: Moment,
): Promise<void> {
  const { open, policy, today } = seen
  const number = open.reminders + 1
  const content = { kind: 'reminder', number } as const
  const letter = await writeLetter(deps, tx, seen, { ...content, fee }, moment)
  await upsertCase(tx, { ...open, step: 'reminded', stepDay: today, reminders: number })
  const data = letterData(letter, open)
  await recordEvents(tx, [newsOfCase('dunning.reminded', open, policy, data)], moment)
}

export async function giveNotice(
  deps: Deps,
  tx: Transaction,
  seen: SeenCase,
  { fee: costs, graceUntil }: Step & { readonly do: 'notice' },
  moment: Moment,
): Promise<void> {
  const { open, policy, letters, today, settings } = seen
  const before = letters.filter(({ kind }) => kind === 'notice')
  // One that was void is written again, and costs nothing more.
  const fee = before.some(({ feeInvoiceId }) => feeInvoiceId !== null) ? 0 : costs
  const number = before.length + 1
  const graceDays = graceUntil === null ? settings.notice.graceDays : null
  const content = { kind: 'notice', number, graceUntil, graceDays } as const
  const letter = await writeLetter(deps, tx, seen, { ...content, fee }, moment)
  const waitsFor = settings.proof === undefined ? null : 'delivery_report'
  await upsertCase(tx, { ...open, step: 'notice_sent', stepDay: today, waitsFor, graceUntil })
  const until = graceUntil === null ? {} : { grace_until: graceUntil.toString() }
  const data = { ...letterData(letter, open), ...until }
  await recordEvents(tx, [newsOfCase('dunning.notice_sent', open, policy, data)], moment)
}

/** Voids a notice: a cover that it suspended counts as never interrupted. */
export async function voidNotice(
  tx: Transaction,
  seen: SeenCase,
  { reason }: Step & { readonly do: 'void' },
  moment: Moment,
): Promise<void> {
  const { notice, open, policy, letters } = seen
  if (notice === null) throw new Error(`case ${open.id} has no notice that could be void`)
  const reminder = letters.findLast(({ kind }) => kind === 'reminder')
  const wrong = [notice, ...letters.filter(isSuspensionThatCounts)]
  for (const letter of wrong) await voidLetter(tx, letter.id, { reason, now: moment.now })
  if (seen.settings.proof !== undefined) await voidPostLetters(tx, [notice.id])
  const isSuspended = open.step === 'suspended' && !isFirstOpen(seen)
  if (isSuspended) await resumePolicy(tx, policy, open.stepDay, moment)
  await upsertCase(tx, {
    ...open,
    step: reminder === undefined ? 'overdue' : 'reminded',
    stepDay: reminder?.day ?? open.sinceDay,
    waitsFor: null,
    graceUntil: null,
    terminationDueOn: null,
  })
  const data = { letter_id: notice.id, reason }
  await recordEvents(tx, [newsOfCase('dunning.notice_voided', open, policy, data)], moment)
}

export function isSuspensionThatCounts({ kind, voidAt }: SeenCase['letters'][number]): boolean {
  return kind === 'suspension' && voidAt === null
}
