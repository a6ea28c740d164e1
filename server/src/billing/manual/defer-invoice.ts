import {
  type Clock,
  type Moment,
  type Refusal,
  mintId,
  startOfDay,
  todayIn,
} from '../../kernel/index.ts'
import { passSecondPerson } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Transaction } from '../../database/index.ts'
import { selectPendingKeys, setDeadline } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { Caller } from '../../identity/index.ts'
import { enqueue, enqueueAll } from '../../jobs/index.ts'
import {
  type Deferral,
  type Invoice,
  type InvoiceNumber,
  deferralDocumentsDue,
  insertDeferral,
  numberInvoices,
  selectNumbers,
} from '../../ledger/index.ts'
import { type Payment, selectPendingPayment } from '../../payments/index.ts'
import { type Policy, overdueDeadline } from '../../policies/index.ts'
import { latest } from '../due-day.ts'
import { findInvoice } from '../find-invoice.ts'
import { newsOfInvoice } from '../invoice-news.ts'
import { onInvoice } from '../on-invoice.ts'
import { invoiceNotOpen, paymentUnderWay } from '../reasons.ts'
import { dueTooEarly, dueTooLate } from './reasons.ts'

/** An invoice with its later due day, and its number, which the letter names. */
export interface DeferredInvoice {
  readonly invoice: Invoice
  readonly number: InvoiceNumber | undefined
}

/** Moves the due day of an open invoice to a later day: until then nobody collects it or reminds of it. */
export async function deferInvoice(
  deps: { readonly db: Database; readonly clock: Clock },
  request: {
    readonly caller: Caller
    readonly invoiceId: string
    readonly dueDay: Temporal.PlainDate
    readonly reason: string
  },
  replay: ReplayWriter<DeferredInvoice> | null,
): Promise<DeferredInvoice> {
  const { caller, dueDay, reason } = request
  const found = await findInvoice(deps.db, caller, request.invoiceId)
  const number = await numberOf(deps.db, found)
  return onInvoice(deps, found, async (tx, { invoice, policy, moment }) => {
    const refusal = refusalOfDeferral(invoice, await selectPendingPayment(tx, invoice))
    if (refusal !== null) throw refusal
    const today = todayIn(policy.timeZone, moment.now)
    checkDay(invoice, dueDay, today)
    const deferral: Deferral = {
      id: mintId('dfr', moment),
      invoiceId: invoice.id,
      policyId: policy.id,
      versionId: policy.versionId,
      dueBefore: invoice.dueDay,
      dueDay,
      open: invoice.open,
      reason,
      deferredAt: moment.now,
    }
    await insertDeferral(tx, policy, deferral)
    const deferred = { invoice: { ...invoice, dueDay }, number }
    await waitForDay(tx, policy, deferred.invoice, today)
    // A dunning case of which nothing is overdue any more ends.
    const wasOverdue = Temporal.PlainDate.compare(invoice.dueDay, today) < 0
    if (wasOverdue) {
      const key = `arrears ${policy.id}`
      await enqueue(tx, 'pursue_arrears', { policyId: policy.id }, { key })
    }
    await record(tx, caller, policy, { invoice, deferral }, moment)
    const { open: amount, currency } = invoice
    const act = { kind: 'deferrals', subjectId: invoice.id, money: { amount, currency } } as const
    await passSecondPerson(tx, caller, { ...act, sale: policy }, moment)
    await completeReservation(tx, replay, deferred)
    return deferred
  })
}

/** Why the due day of an invoice cannot be moved now; null if it can. */
export function refusalOfDeferral(
  { id, state }: Pick<Invoice, 'id' | 'state'>,
  /** The payment for it that is pending. */
  paying: Pick<Payment, 'id'> | undefined,
): Refusal | null {
  if (state !== 'open') return invoiceNotOpen(id, state)
  return paying === undefined ? null : paymentUnderWay(id, paying.id)
}

/** The letter names it, so it does not wait for those who give numbers to all. */
async function numberOf(
  db: Database,
  { id, state }: Pick<Invoice, 'id' | 'state'>,
): Promise<InvoiceNumber | undefined> {
  const numbers = await selectNumbers(db, [id])
  if (state !== 'open' || numbers.has(id)) return numbers.get(id)
  await numberInvoices(db)
  return (await selectNumbers(db, [id])).get(id)
}

const monthsMax = 12

function checkDay(
  { dueDay: before }: Invoice,
  dueDay: Temporal.PlainDate,
  today: Temporal.PlainDate,
): void {
  const earliest = latest(before, today).add({ days: 1 })
  if (Temporal.PlainDate.compare(dueDay, earliest) < 0) throw dueTooEarly(dueDay, earliest)
  const last = today.add({ months: monthsMax })
  if (Temporal.PlainDate.compare(dueDay, last) > 0) throw dueTooLate(dueDay, last)
}

/** A collection that is still to come waits for the day; else the look whether it is overdue does. */
async function waitForDay(
  tx: Transaction,
  policy: Policy,
  invoice: Invoice,
  today: Temporal.PlainDate,
): Promise<void> {
  const pending = await selectPendingKeys(tx, policy.id, 'collection')
  const key = pending.find((one) => one.startsWith(`${invoice.id} `))
  const { id: policyId, clockId, timeZone } = policy
  const dueAt = startOfDay(invoice.dueDay, timeZone)
  await setDeadline(
    tx,
    key === undefined
      ? overdueDeadline(policy, invoice, today)
      : { policyId, clockId, kind: 'collection', key, dueAt },
  )
}

async function record(
  tx: Transaction,
  caller: Caller,
  policy: Policy,
  { invoice, deferral }: { readonly invoice: Invoice; readonly deferral: Deferral },
  moment: Moment,
): Promise<void> {
  const { open: amount, currency } = invoice
  const [before, after] = [deferral.dueBefore.toString(), deferral.dueDay.toString()]
  const data = { amount, currency, due_day_before: before, due_day: after }
  await recordEvents(tx, [newsOfInvoice('invoice.deferred', invoice, policy, data)], moment)
  await recordAudit(
    tx,
    caller,
    {
      action: 'invoice.deferred',
      accountId: invoice.insurerId,
      livemode: invoice.livemode,
      subjectId: invoice.id,
      before: { due_date: before },
      after: { due_date: after, reason: deferral.reason },
    },
    moment,
  )
  const { id: deferralId, policyId, versionId } = deferral
  const letter = deferralDocumentsDue({ policyId, deferralId, versionId, occasion: 'deferral' })
  await enqueueAll(tx, 'make_documents', [letter])
}
