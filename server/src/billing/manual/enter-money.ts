import {
  type Clock,
  type Moment,
  type Refusal,
  isId,
  mintId,
  mintToken,
  todayIn,
} from '../../kernel/index.ts'
import { passSecondPerson } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Transaction } from '../../database/index.ts'
import { momentOfTransaction, setDeadline } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { Caller } from '../../identity/index.ts'
import { enqueue } from '../../jobs/index.ts'
import {
  type Invoice,
  type ManualAmount,
  arrearsMoved,
  postManual,
  selectBalances,
  selectInvoicesOf,
} from '../../ledger/index.ts'
import {
  closeOutdatedForms,
  firstTry,
  selectActiveMandate,
  selectLastPayment,
} from '../../payments/index.ts'
import {
  type BilledPolicy,
  type Policy,
  billingPlan,
  findPolicy,
  invoiceTokensKept,
  lockPolicies,
  overdueDeadline,
  readBilledPolicy,
} from '../../policies/index.ts'
import type { Catalogue } from '../../products/index.ts'
import { type KeyRing, hashSecret } from '../../sealing/index.ts'
import { planOn } from '../../timelines/index.ts'
import { collectionOf, latest } from '../due-day.ts'
import { newsOfInvoice } from '../invoice-news.ts'
import { type ManualEntry, actOfKind } from './manual-entry.ts'
import { insertManualEntry, isReversed, selectManualEntries } from './manual-entry-store.ts'
import {
  correctionBeyondCharges,
  dueTooEarly,
  entryIsReversal,
  entryReversed,
  goodwillUsed,
  manualEntryNotFound,
  nothingCharged,
} from './reasons.ts'

export interface ManualDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** What an entry and its document are, as those who entered it see them. */
export interface EnteredMoney {
  readonly entry: ManualEntry
  readonly document: Invoice
}

/** Enters goodwill, a fee or a correction, with its document. */
export function enterMoney(
  deps: ManualDeps,
  request: {
    readonly caller: Caller
    readonly policyId: string
    readonly entry: ManualAmount & {
      readonly reason: string
      /** By when what is charged is to be paid; null for as long as the plan gives for an instalment. */
      readonly dueDay: Temporal.PlainDate | null
    }
  },
  replay: ReplayWriter<EnteredMoney> | null,
): Promise<EnteredMoney> {
  const { caller, entry } = request
  return onMoney(deps, request, async (tx, held) => {
    const { policy, billed } = held
    if (entry.kind === 'correction' && -entry.amount > correctable(billed, held.entries)) {
      throw correctionBeyondCharges(-entry.amount, correctable(billed, held.entries))
    }
    const entered = await enter(deps, tx, held, { ...entry, reverses: null })
    await record(tx, caller, held, entered)
    const act = { kind: actOfKind[entry.kind], subjectId: policy.id, money: moneyOf(entered.entry) }
    await passSecondPerson(tx, caller, { ...act, sale: policy }, held.moment)
    await completeReservation(tx, replay, entered)
    return entered
  })
}

/** Takes an entry back, once and whole: the same kind with the opposite amount. */
export function reverseEntry(
  deps: ManualDeps,
  request: {
    readonly caller: Caller
    readonly policyId: string
    readonly entryId: string
    readonly reason: string
  },
  replay: ReplayWriter<EnteredMoney> | null,
): Promise<EnteredMoney> {
  const { caller, entryId, reason } = request
  return onMoney(deps, request, async (tx, held) => {
    const { policy, entries, billed } = held
    const entry = isId('ent', entryId) ? entries.find(({ id }) => id === entryId) : undefined
    if (entry === undefined) throw manualEntryNotFound(entryId)
    const refusal = refusalOfReversal(entry, {
      entries,
      invoices: await selectInvoicesOf(tx, policy.id),
      credit: billed.charged.balances.credit,
    })
    if (refusal !== null) throw refusal
    const amounts = { amount: 0 - entry.amount, tax: 0 - entry.tax, reason, reverses: entry }
    const entered = await enter(deps, tx, held, { ...entry, ...amounts, dueDay: null })
    await record(tx, caller, held, entered)
    const act = { kind: actOfKind[entry.kind], subjectId: entry.id, money: moneyOf(entry) }
    await passSecondPerson(tx, caller, { ...act, sale: policy }, held.moment)
    await completeReservation(tx, replay, entered)
    return entered
  })
}

/** Why an entry cannot be taken back now; null if it can. */
export function refusalOfReversal(
  { id, kind, amount, documentId, reverses }: ManualEntry,
  known: {
    readonly entries: readonly ManualEntry[]
    readonly invoices: readonly Pick<Invoice, 'corrects'>[]
    readonly credit: number
  },
): Refusal | null {
  if (reverses !== null) return entryIsReversal(id)
  // A fee that was given up, with a withdrawal, has a credit note already.
  const isCorrected = known.invoices.some(({ corrects }) => corrects === documentId)
  if (isReversed(known.entries, id) || isCorrected) return entryReversed(id)
  return kind === 'goodwill' && known.credit < amount
    ? goodwillUsed(id, amount, known.credit)
    : null
}

/** A policy whose money is locked. */
interface HeldMoney {
  readonly policy: Policy
  readonly billed: BilledPolicy
  readonly entries: readonly ManualEntry[]
  readonly moment: Moment
}

async function onMoney<Result>(
  deps: ManualDeps,
  request: { readonly caller: Caller; readonly policyId: string },
  work: (tx: Transaction, held: HeldMoney) => Promise<Result>,
): Promise<Result> {
  const { db, clock } = deps
  const { id } = await findPolicy(db, request.caller, request.policyId, clock())
  return db.transactionOn(id, async (tx) => {
    await lockPolicies(tx, [id])
    const policy = await findPolicy(tx, request.caller, id, clock())
    const moment = await momentOfTransaction(tx, clock, policy)
    if ((await selectBalances(tx, id)) === undefined) throw nothingCharged(id)
    const billed = await readBilledPolicy(deps, tx, id)
    return work(tx, { policy, billed, entries: await selectManualEntries(tx, id), moment })
  })
}

/** How much can be given back by corrections: what the periods cost, and what corrections changed. */
function correctable(
  { charged: { periods } }: BilledPolicy,
  entries: readonly ManualEntry[],
): number {
  const priced = periods.reduce((sum, { charged }) => sum + charged.payment, 0)
  const corrections = entries.filter(({ kind }) => kind === 'correction')
  return Math.max(
    0,
    corrections.reduce((sum, { amount }) => sum + amount, priced),
  )
}

async function enter(
  deps: ManualDeps,
  tx: Transaction,
  { policy, billed, moment }: HeldMoney,
  given: ManualAmount & {
    readonly reason: string
    readonly dueDay: Temporal.PlainDate | null
    readonly reverses: ManualEntry | null
  },
): Promise<EnteredMoney> {
  const { kind, amount, tax, taxRate, text, reason, reverses } = given
  const entered = { kind, amount, tax, taxRate, text }
  const { id: policyId, insurerId, livemode, currency, versionId } = policy
  const today = todayIn(policy.timeZone, moment.now)
  const plan = billingPlan(billed.product, policy, planOn(billed.timeline, today))
  const [mandate, before] = await Promise.all([
    selectActiveMandate(tx, policyId),
    selectLastPayment(tx, policyId),
  ])
  const { isCollected } = collectionOf(plan, mandate, before)
  const tomorrow = today.add({ days: 1 })
  if (given.dueDay !== null && Temporal.PlainDate.compare(given.dueDay, tomorrow) < 0) {
    throw dueTooEarly(given.dueDay, tomorrow)
  }
  const dueDay = given.dueDay ?? latest(today.add({ days: plan.issueDaysBefore }), tomorrow)
  const invoiceId = mintId('bil', moment)
  const token = mintToken()
  const { document, settled, credit } = await postManual(tx, {
    ...entered,
    policy,
    versionId,
    invoiceId,
    corrects: reverses?.documentId ?? null,
    dueDay,
    tokenHash: hashSecret(token),
    when: moment,
    alongside: [invoiceTokensKept(deps.keyRing, policyId, [{ invoiceId, token }])],
  })
  const entry: ManualEntry = {
    ...entered,
    policyId,
    insurerId,
    livemode,
    currency,
    reason,
    id: mintId('ent', moment),
    documentId: document.id,
    reverses: reverses?.id ?? null,
    createdAt: moment.now,
  }
  await insertManualEntry(tx, entry)
  if (document.state === 'open') {
    const due =
      isCollected && mandate !== undefined
        ? firstTry(policy, document, mandate, moment)
        : overdueDeadline(policy, document, today)
    await setDeadline(tx, due)
  }
  await recordEvents(tx, newsOf(policy, document, settled), moment)
  await arrearsMoved(tx, policy, moment)
  await closeOutdatedForms(tx, policy.id)
  // What no later period uses up is refunded.
  if (credit > 0) await enqueue(tx, 'credit_due', { policyId, versionId, cause: document.id })
  return { entry, document }
}

function newsOf(policy: Policy, document: Invoice, settled: readonly Invoice['id'][]) {
  const { kind, total, currency, dueDay, state } = document
  const due = kind === 'credit_note' ? {} : { due_day: dueDay.toString() }
  const about = (id: Invoice['id']) => ({ ...document, id })
  const byCredit = { payment_id: null, currency }
  const isSettled = kind !== 'credit_note' && state === 'settled'
  return [
    newsOfInvoice('invoice.issued', document, policy, { kind, amount: total, currency, ...due }),
    ...(isSettled ? [newsOfInvoice('invoice.settled', document, policy, byCredit)] : []),
    ...settled.map((id) => newsOfInvoice('invoice.settled', about(id), policy, byCredit)),
  ]
}

async function record(
  tx: Transaction,
  caller: Caller,
  { policy, moment }: HeldMoney,
  { entry, document }: EnteredMoney,
): Promise<void> {
  const { id, kind, amount, reason, reverses } = entry
  const { insurerId, livemode } = policy
  const action = reverses === null ? 'manual_entry.created' : 'manual_entry.reversed'
  const after = { kind, amount, reason, document_id: document.id }
  await recordAudit(
    tx,
    caller,
    {
      action,
      accountId: insurerId,
      livemode,
      subjectId: reverses ?? id,
      before: null,
      after: reverses === null ? { policy_id: policy.id, ...after } : { by: id, ...after },
    },
    moment,
  )
}

function moneyOf({ amount, currency }: ManualEntry) {
  return { amount: Math.abs(amount), currency }
}
