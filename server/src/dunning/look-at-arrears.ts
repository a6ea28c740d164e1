import { type Moment, type PolicyId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import {
  type Policy,
  isInForce,
  newestDelivery,
  selectDeliveries,
  selectPolicy,
} from '../policies/index.ts'
import {
  type Catalogue,
  type DunningSettings,
  type ProductDefinition,
  legalPeriodEnd,
} from '../products/index.ts'
import { selectLetters, selectOpenCase } from './case-store.ts'
import { type Step, decideStep } from './decide-step.ts'
import type { DunningCase, DunningLetter } from './dunning-case.ts'
import { selectHeldUntil } from './hold-store.ts'
import type { Proven } from './decide-proof.ts'
import { changedSince } from './notice-fault.ts'
import { needsProof } from './notice-mail.ts'
import { type Arrears, type OpenInvoice, readArrears, readFault } from './read-arrears.ts'
import { notProven, readProof } from './read-proof.ts'

/** The current state of a policy, and the next dunning step. */
export interface Seen {
  readonly policy: Policy
  readonly open: DunningCase | null
  readonly definition: ProductDefinition
  readonly settings: DunningSettings
  readonly arrears: Arrears
  readonly letters: readonly DunningLetter[]
  readonly notice: DunningLetter | null
  readonly today: Temporal.PlainDate
  /** Whether there is no cover before the first premium is paid. */
  readonly isHeldBack: boolean
  /** What is known of the arrival of the notice. */
  readonly proven: Proven
  readonly step: Step
}

/** The same, of a case that is open. */
export type SeenCase = Seen & { readonly open: DunningCase }

/** Null where there is no dunning. */
export async function lookAtArrears(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  policyId: PolicyId,
  moment: Moment,
): Promise<Seen | null> {
  const [policy, open] = [await selectPolicy(tx, policyId), await selectOpenCase(tx, policyId)]
  if (policy === undefined || policy.issuedAt === null) return null
  const product = await catalogue.version(open?.productVersionId ?? policy.productVersionId)
  const definition = product?.definition
  const settings = definition?.dunning ?? null
  if (definition === undefined || settings === null) return null
  const today = todayIn(policy.timeZone, moment.now)
  const isHeldBack =
    product?.plans.get(policy.planId)?.firstPremium === 'suspends' && neverCovered(policy, today)
  const [arrears, letters, heldUntil] = await Promise.all([
    readArrears(tx, policy, moment, { isFirstDunned: !isHeldBack }),
    open === undefined ? [] : selectLetters(tx, [open.id]),
    selectHeldUntil(tx, policy, today),
  ])
  const notice =
    letters.findLast(({ kind, voidAt }) => kind === 'notice' && voidAt === null) ?? null
  const isOnRisk = isInForce(policy, moment.now)
  // Once a policy is over nothing more falls due, and all that is open is owed: what its cancellation
  // gives back makes the oldest invoice less, and the newest stays open instead, so nobody has paid.
  const { proof } = settings
  const proven =
    notice === null || proof === undefined ? notProven : await readProof(tx, notice, proof)
  const step = decideStep({
    today,
    settings,
    isInForce: isOnRisk,
    lastDay: policy.terminationDay,
    isWithdrawn: policy.withdrawnOn !== null,
    isChanging: policy.isLocked,
    open: open ?? null,
    late: isOnRisk ? lateFor(notice, arrears, today) : arrears.open,
    fault:
      notice === null ? null : await faultOf(tx, notice, arrears, { open, proof, proven, today }),
    proven,
    heldUntil,
    isTerminated: settings.needsTermination && (await isTerminated(tx, open)),
    periodEnd: (day) => legalPeriodEnd(definition, day),
  })
  return {
    policy,
    open: open ?? null,
    definition,
    settings,
    arrears,
    letters,
    notice,
    today,
    isHeldBack,
    proven,
    step,
  }
}

/**
 * A notice that has to be proved must be right on the day on which it first arrives. Money that comes
 * after that day pays what the notice asks for, whatever arrives again later.
 */
async function faultOf(
  tx: Transaction,
  notice: DunningLetter,
  arrears: Arrears,
  {
    open,
    proof,
    proven,
    today,
  }: {
    readonly open: DunningCase | undefined
    readonly today: Temporal.PlainDate
    readonly proof: DunningSettings['proof']
    readonly proven: Proven
  },
): Promise<string | null> {
  if (proof === undefined) return readFault(tx, notice, arrears.payments)
  if (!needsProof(notice)) return namesDay
  const fault = open?.waitsFor == null ? null : changedSince(notice, arrears, today)
  return fault ?? readFault(tx, notice, arrears.payments, proven.first)
}

/** Servers of earlier releases know nothing of proof, and write the last day for paying into the notice. */
const namesDay = 'It names the last day for paying, which only the proof of its arrival shows.'

/** Whether cover was held back ever since the first day, or is still to begin. */
function neverCovered({ startDay, suspendedSince }: Policy, today: Temporal.PlainDate): boolean {
  const isToBegin = Temporal.PlainDate.compare(today, startDay) < 0
  return isToBegin || suspendedSince?.equals(startDay) === true
}

/** The invoices that cover depends on: those of the notice that were not deferred since, or else all that are late. */
function lateFor(
  notice: DunningLetter | null,
  arrears: Arrears,
  today: Temporal.PlainDate,
): readonly OpenInvoice[] {
  if (notice === null) return arrears.late
  return statedBy(notice, arrears).filter(
    ({ dueDay }) => Temporal.PlainDate.compare(dueDay, today) < 0,
  )
}

/** Paying the invoices of a notice keeps the cover, whatever else has become due since. */
export function statedBy({ invoices }: DunningLetter, { open }: Arrears): OpenInvoice[] {
  return open.filter(({ id }) => invoices.some((one) => one.id === id))
}

/** Whether the letter of termination is known to have arrived after cover was suspended. */
async function isTerminated(tx: Transaction, open: DunningCase | undefined): Promise<boolean> {
  if (open?.step !== 'suspended') return false
  const letter = newestDelivery(await selectDeliveries(tx, open.policyId), 'termination')
  return letter !== null && Temporal.PlainDate.compare(letter.deliveredOn, open.stepDay) >= 0
}
