import type { Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { resumePolicy } from '../policy-transactions/index.ts'
import { askForLetter, voidPostLetters } from '../post/index.ts'
import { upsertCase, voidLetter } from './case-store.ts'
import { isFirstOpen } from './close-case.ts'
import type { Step } from './decide-step.ts'
import type { DunningLetter } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import type { SeenCase } from './look-at-arrears.ts'
import { isSuspensionThatCounts } from './write-to-customer.ts'

/** No mail proves that the notice arrived: it goes by post. */
export async function sendByPost(tx: Transaction, seen: SeenCase, moment: Moment): Promise<void> {
  await askForLetter(tx, seen.policy, noticeOf(seen).id, moment)
  await upsertCase(tx, { ...seen.open, waitsFor: 'tracked_letter' })
}

/** The notice has arrived: the last day for paying is known now. Nothing more is sent. */
export async function beginGrace(
  tx: Transaction,
  seen: SeenCase,
  { graceUntil }: Step & { readonly do: 'begin_grace' },
  moment: Moment,
): Promise<void> {
  const { open, policy, proven } = seen
  const notice = noticeOf(seen)
  if (proven.latest === null) throw new Error(`the notice of case ${open.id} has no proof`)
  await voidPostLetters(tx, [notice.id])
  await upsertCase(tx, { ...open, waitsFor: null, graceUntil })
  const days = { delivered_on: proven.latest.toString(), grace_until: graceUntil.toString() }
  const data = { letter_id: notice.id, ...days }
  await recordEvents(tx, [newsOfCase('dunning.notice_proved', open, policy, data)], moment)
}

/** The notice has not arrived after all: a cover that was suspended counts as never interrupted. */
export async function loseProof(tx: Transaction, seen: SeenCase, moment: Moment): Promise<void> {
  const { open, policy, letters } = seen
  const notice = noticeOf(seen)
  const reason = 'The notice had not arrived.'
  for (const letter of letters.filter(isSuspensionThatCounts)) {
    await voidLetter(tx, letter.id, { reason, now: moment.now })
  }
  const isSuspended = open.step === 'suspended' && !isFirstOpen(seen)
  if (isSuspended) await resumePolicy(tx, policy, open.stepDay, moment)
  await upsertCase(tx, {
    ...open,
    step: 'notice_sent',
    stepDay: notice.day,
    waitsFor: 'delivery_report',
    graceUntil: null,
    terminationDueOn: null,
  })
  const data = { letter_id: notice.id }
  await recordEvents(tx, [newsOfCase('dunning.proof_voided', open, policy, data)], moment)
}

function noticeOf({ notice, open }: SeenCase): DunningLetter {
  if (notice === null) throw new Error(`case ${open.id} has no notice`)
  return notice
}
