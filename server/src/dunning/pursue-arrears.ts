import {
  type Clock,
  type Moment,
  type PolicyId,
  mintId,
  startOfDay,
  todayIn,
} from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { dropDeadline, momentOf, setDeadline } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import {
  type Policy,
  lapsePolicy,
  lockPolicies,
  selectPolicy,
  statusAt,
} from '../policies/index.ts'
import type { Catalogue, DunningSettings } from '../products/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { selectLetters, selectOpenCase, upsertCase, voidLetter } from './case-store.ts'
import { coverUntil } from './cover-until.ts'
import { type Step, decideStep } from './decide-step.ts'
import type { CaseState, DunningCase, DunningLetter } from './dunning-case.ts'
import { newsOfCase } from './dunning-news.ts'
import { selectHeldUntil } from './hold-store.ts'
import { type Arrears, readArrears, readFault } from './read-arrears.ts'
import { writeLetter } from './write-letter.ts'

export interface DunningDeps {
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** The job that hears of it when something happened to what is overdue. */
export async function hearOfArrears(
  deps: DunningDeps & { readonly db: Database },
  { policyId }: { readonly policyId: PolicyId },
): Promise<void> {
  await deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await selectPolicy(tx, policyId)
    if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
    await pursueArrears(deps, tx, { policyId }, await momentOf(tx, deps.clock, policy))
  })
}

/**
 * Does what is to be done now about what a policy's customer has not paid, step by step, and says when
 * to look again. Whoever calls it, and how often: what was done is not done again. With the policy
 * locked.
 */
export async function pursueArrears(
  deps: DunningDeps,
  tx: Transaction,
  { policyId }: { readonly policyId: PolicyId },
  moment: Moment,
): Promise<void> {
  let step: Step
  do {
    const seen = await look(deps, tx, policyId, moment)
    if (seen === null) return
    step = seen.step
    await takeStep(deps, tx, seen, moment)
  } while (step.do !== 'nothing' && step.do !== 'wait')
}

/** A policy as it stands, and what is to be done next. */
interface Seen {
  readonly policy: Policy
  readonly open: DunningCase | null
  readonly settings: DunningSettings
  readonly arrears: Arrears
  readonly letters: readonly DunningLetter[]
  readonly notice: DunningLetter | null
  readonly today: Temporal.PlainDate
  readonly step: Step
}

/** Null where nobody is followed. */
async function look(
  { catalogue }: DunningDeps,
  tx: Transaction,
  policyId: PolicyId,
  moment: Moment,
): Promise<Seen | null> {
  const [policy, open] = [await selectPolicy(tx, policyId), await selectOpenCase(tx, policyId)]
  if (policy === undefined || policy.issuedAt === null) return null
  const product = await catalogue.version(open?.productVersionId ?? policy.productVersionId)
  const settings = product?.definition.dunning ?? null
  if (settings === null) return null
  const today = todayIn(policy.timeZone, moment.now)
  const [arrears, letters, heldUntil] = await Promise.all([
    readArrears(tx, policy, moment),
    open === undefined ? [] : selectLetters(tx, [open.id]),
    selectHeldUntil(tx, policy, today),
  ])
  const notice =
    letters.findLast(({ kind, voidAt }) => kind === 'notice' && voidAt === null) ?? null
  const step = decideStep({
    today,
    settings,
    isInForce: statusAt(policy, moment.now) === 'paid',
    isChanging: policy.isLocked,
    open: open ?? null,
    late: notice === null ? arrears.late : statedBy(notice, arrears),
    fault: notice === null ? null : await readFault(tx, notice, arrears.payments),
    heldUntil,
  })
  return { policy, open: open ?? null, settings, arrears, letters, notice, today, step }
}

/** Who has paid what a notice asks for keeps his cover, whatever else has become due since. */
function statedBy({ invoices }: DunningLetter, { open }: Arrears): Arrears['late'] {
  return open.filter(({ id }) => invoices.some((one) => one.id === id))
}

async function takeStep(
  deps: DunningDeps,
  tx: Transaction,
  seen: Seen,
  moment: Moment,
): Promise<void> {
  const { step, policy, today } = seen
  if (step.do === 'nothing') return
  if (step.do === 'open') return openCase(tx, seen, moment)
  const open = { ...caseOf(seen), overdue: overdueOf(seen) }
  switch (step.do) {
    case 'wait':
      await upsertCase(tx, open)
      return setDeadline(tx, nextLook(policy, open, step.until))
    case 'cure':
      return close(tx, policy, { ...open, overdue: 0 }, 'cured', moment)
    case 'end':
      return close(tx, policy, open, 'ended', moment)
    case 'void': {
      const { notice } = seen
      if (notice === null) throw new Error(`case ${open.id} has no notice that could be void`)
      // It is as if it had not been written.
      const reminder = seen.letters.findLast(({ kind }) => kind === 'reminder')
      await voidLetter(tx, notice.id, { reason: step.reason, now: moment.now })
      await upsertCase(tx, {
        ...open,
        step: reminder === undefined ? 'overdue' : 'reminded',
        stepDay: reminder?.day ?? open.sinceDay,
        graceUntil: null,
      })
      const told = { letter_id: notice.id, reason: step.reason }
      return recordEvents(tx, [newsOfCase('dunning.notice_voided', open, policy, told)], moment)
    }
    case 'remind': {
      const number = open.reminders + 1
      const said = { kind: 'reminder', number, graceUntil: null, coverUntil: null } as const
      const letter = await writeLetter(
        deps,
        tx,
        { ...seen, open },
        { ...said, fee: step.fee },
        moment,
      )
      await upsertCase(tx, { ...open, step: 'reminded', stepDay: today, reminders: number })
      const told = toldOf(letter, open)
      return recordEvents(tx, [newsOfCase('dunning.reminded', open, policy, told)], moment)
    }
    case 'notice': {
      const before = seen.letters.filter(({ kind }) => kind === 'notice')
      // One that was void is written again, and costs nothing more.
      const fee = before.some(({ feeInvoiceId }) => feeInvoiceId !== null) ? 0 : step.fee
      const { graceUntil } = step
      const said = {
        kind: 'notice',
        number: before.length + 1,
        graceUntil,
        coverUntil: null,
      } as const
      const letter = await writeLetter(deps, tx, { ...seen, open }, { ...said, fee }, moment)
      await upsertCase(tx, { ...open, step: 'noticed', stepDay: today, graceUntil })
      const told = { ...toldOf(letter, open), grace_until: graceUntil.toString() }
      return recordEvents(tx, [newsOfCase('dunning.noticed', open, policy, told)], moment)
    }
    case 'lapse':
      return lapse(deps, tx, { ...seen, open }, moment)
  }
}

async function openCase(
  tx: Transaction,
  { policy, arrears, today }: Seen,
  moment: Moment,
): Promise<void> {
  const opened: DunningCase = {
    id: mintId('dnc', moment),
    policyId: policy.id,
    insurerId: policy.insurerId,
    productId: policy.productId,
    livemode: policy.livemode,
    currency: policy.currency,
    productVersionId: policy.productVersionId,
    state: 'open',
    step: 'overdue',
    sinceDay: today.subtract({ days: 1 }),
    stepDay: today,
    reminders: 0,
    graceUntil: null,
    overdue: sumOf(arrears.late),
    openedAt: moment.now,
    closedAt: null,
  }
  await upsertCase(tx, opened)
  const told = { overdue: opened.overdue, currency: opened.currency }
  await recordEvents(tx, [newsOfCase('dunning.opened', opened, policy, told)], moment)
}

/** The policy ends, and with it the case. */
async function lapse(
  deps: DunningDeps,
  tx: Transaction,
  seen: Seen & { readonly open: DunningCase },
  moment: Moment,
): Promise<void> {
  const { policy, open, notice, settings, arrears } = seen
  if (notice?.graceUntil == null) throw new Error(`case ${open.id} lapses without a notice`)
  const lastDay = coverUntil(settings, notice.graceUntil, statedBy(notice, arrears))
  const said = { kind: 'lapse', number: 1, graceUntil: null, coverUntil: lastDay, fee: 0 } as const
  const versionId = await lapsePolicy(deps, tx, policy, lastDay, moment)
  // What is owed then is less: it tells of days that were covered alone.
  const ended = { ...policy, versionId }
  const left = { ...seen, policy: ended, arrears: await readArrears(tx, ended, moment) }
  const letter = await writeLetter(deps, tx, left, said, moment)
  await upsertCase(tx, { ...open, state: 'lapsed', closedAt: moment.now })
  await dropDeadline(tx, nextLook(policy, open, seen.today))
  const told = { ...toldOf(letter, open), version_id: versionId, cover_until: lastDay.toString() }
  await recordEvents(tx, [newsOfCase('dunning.lapsed', open, policy, told)], moment)
}

async function close(
  tx: Transaction,
  policy: Policy,
  open: DunningCase,
  state: Extract<CaseState, 'cured' | 'ended'>,
  moment: Moment,
): Promise<void> {
  await upsertCase(tx, { ...open, state, closedAt: moment.now })
  await dropDeadline(tx, nextLook(policy, open, open.stepDay))
  const news = newsOfCase(`dunning.${state}`, open, policy, { step: open.step })
  await recordEvents(tx, [news], moment)
}

function toldOf({ id, number, total }: DunningLetter, { currency }: DunningCase) {
  return { letter_id: id, number, amount: total, currency }
}

function nextLook(
  { id: policyId, clockId, timeZone }: Policy,
  { id: key }: DunningCase,
  day: Temporal.PlainDate,
) {
  return { policyId, clockId, kind: 'dunning', key, dueAt: startOfDay(day, timeZone) } as const
}

function caseOf({ open }: Seen): DunningCase {
  if (open === null) throw new Error('a step is taken of no case')
  return open
}

function overdueOf({ arrears }: Seen): number {
  return sumOf(arrears.late)
}

function sumOf(invoices: Arrears['late']): number {
  return invoices.reduce((sum, { open }) => sum + open, 0)
}
