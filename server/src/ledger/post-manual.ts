import { type InvoiceId, type PolicyVersionId, type When, timeOf } from '../kernel/index.ts'
import { type Part, type Transaction, combineStatements } from '../database/index.ts'
import { feeEntry } from './charge-fee.ts'
import { type BilledPolicy, type Invoice, type InvoiceLine, isFee } from './invoice.ts'
import { selectOpenInvoices } from './invoice-store.ts'
import { enteredByHand, selectBalances } from './ledger-store.ts'
import { type Entry, postEntries } from './postings.ts'
import { billTo, withBalance } from './propose-invoice.ts'
import { type OpenInvoice, settledBy, shrink } from './shrink-invoices.ts'

export const manualKinds = ['goodwill', 'fee', 'correction'] as const
export type ManualKind = (typeof manualKinds)[number]

/** What a person gives, charges or corrects. */
export interface ManualAmount {
  readonly kind: ManualKind
  /** Above zero what goodwill gives, and what a fee or a correction charges. */
  readonly amount: number
  /** Of a correction: the tax in the amount, and its rate in per cent. */
  readonly tax: number
  readonly taxRate: string | null
  /** What the customer reads; null where the kind says all. */
  readonly text: string | null
}

/**
 * Posts what a person entered, with its document: what is charged is paid by credit, and the rest is asked
 * for; what is given pays open invoices, and the rest is credit. Call it with the policy locked.
 */
export async function postManual(
  tx: Transaction,
  entered: ManualAmount & {
    readonly policy: BilledPolicy
    readonly versionId: PolicyVersionId
    /** Of the document. */
    readonly invoiceId: InvoiceId
    /** The document of the entry that this one reverses. */
    readonly corrects: InvoiceId | null
    readonly dueDay: Temporal.PlainDate
    readonly tokenHash: Buffer
    readonly when: When
    /** What is written with it where something is left to be paid. */
    readonly alongside: readonly Part[]
  },
): Promise<{ readonly document: Invoice; readonly settled: readonly InvoiceId[]; credit: number }> {
  const { policy, kind, corrects } = entered
  const [before, open] = await Promise.all([
    selectBalances(tx, policy.id),
    selectOpenInvoices(tx, policy.id),
  ])
  if (before === undefined) throw new Error(`the money of policy ${policy.id} is not posted yet`)
  const { postings, balances } = postEntries(before, [entryOf(entered)])
  const charged = kind === 'goodwill' ? -entered.amount : entered.amount
  const document = documentOf(entered, charged, before.credit)
  const shrunk = charged > 0 ? [] : shrink(paidFirst(open, corrects), -charged)
  const parts = enteredByHand({
    policy,
    postings,
    balances,
    invoice: document,
    fee: kind === 'fee' ? charged : null,
    shrunk,
    by: kind === 'goodwill' ? 'paid' : 'reduced',
    now: timeOf(entered.when),
  })
  const isOpen = document.state === 'open'
  await tx.query(combineStatements([...parts, ...(isOpen ? entered.alongside : [])]))
  return { document, settled: settledBy(shrunk), credit: balances.credit }
}

/** The invoice that is corrected, then the oldest due, and fees last. */
function paidFirst(open: readonly OpenInvoice[], corrects: InvoiceId | null): OpenInvoice[] {
  const rank = (one: OpenInvoice) => (one.id === corrects ? 0 : isFee(one) ? 2 : 1)
  return open.toSorted((one, other) => rank(one) - rank(other))
}

function documentOf(
  entered: Parameters<typeof postManual>[1],
  charged: number,
  credit: number,
): Invoice {
  const { policy, kind, amount, tax, taxRate, text, versionId, invoiceId, corrects } = entered
  const now = timeOf(entered.when)
  const billed = billTo(policy, now)
  const shown = text === null ? {} : { text }
  const rate = taxRate === null ? {} : { tax_rate: taxRate }
  const line: InvoiceLine =
    kind === 'fee' ? { kind, amount, ...shown } : { kind, amount: charged, tax, ...rate, ...shown }
  const shared = {
    ...billed,
    id: invoiceId,
    versionId,
    paid: 0,
    chargesFrom: null,
    chargesTo: null,
    createdAt: now,
  }
  if (charged < 0) {
    return {
      ...shared,
      kind: 'credit_note',
      state: 'settled',
      total: -charged,
      open: 0,
      dueDay: billed.issueDay,
      lines: [line],
      corrects,
      tokenHash: null,
    }
  }
  const total = charged - Math.min(credit, charged)
  const isOpen = total > 0
  return {
    ...shared,
    kind: kind === 'fee' ? 'manual_fee' : 'correction',
    state: isOpen ? 'open' : 'settled',
    total,
    open: total,
    dueDay: entered.dueDay,
    lines: withBalance([line], total),
    corrects,
    tokenHash: isOpen ? entered.tokenHash : null,
  }
}

function entryOf({
  kind,
  amount,
  tax,
  taxRate,
  invoiceId,
}: ManualAmount & { readonly invoiceId: InvoiceId }): Entry {
  if (kind === 'fee') return feeEntry(invoiceId, amount)
  const cause = manualCause(kind, invoiceId)
  if (kind === 'goodwill') return { kind, cause, amount }
  return { kind, cause, parts: [{ rate: taxRate, net: amount - tax, tax }] }
}

/** What goodwill and corrections are posted under: their document. */
export function manualCause(kind: 'goodwill' | 'correction', documentId: InvoiceId): string {
  return `${kind} ${documentId}`
}
