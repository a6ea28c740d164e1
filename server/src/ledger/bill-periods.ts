import type { InvoiceId, PaymentId, PolicyVersionId } from '../kernel/index.ts'
import type { Charge } from '../timelines/index.ts'
import type { Charged } from './preview-billing.ts'
import type { BilledPolicy, Invoice, InvoiceKind, InvoiceLine } from './invoice.ts'
import { billTo, withBalance } from './propose-invoice.ts'
import type { WaitingCharge, Written } from './ledger-store.ts'
import { type TaxOf, linesOf, movesMoney } from './lines-of.ts'
import { type Balances, type Posting, type Till, postEntries } from './postings.ts'
import { chargeEntry } from './rebill.ts'
import type { OpenInvoice } from './shrink-invoices.ts'

/** Periods that are charged together, and how they are asked for. */
export interface Bill {
  readonly policy: BilledPolicy
  readonly versionId: PolicyVersionId
  /** In their order; none where only a rest is asked for. */
  readonly charges: readonly Charge[]
  readonly kind: Extract<InvoiceKind, 'instalment' | 'transaction'>
  readonly invoiceId: InvoiceId
  readonly dueDay: Temporal.PlainDate
  /** By whom it is collected at once; null where it is open until somebody pays it. */
  readonly collected: { readonly paymentId: PaymentId; readonly till: Till } | null
  readonly tokenHash: Buffer
  readonly taxOf: TaxOf
  readonly now: Temporal.Instant
}

export interface Billed extends Written {
  /** Null where nothing was charged and nothing is owed. */
  readonly invoice: Invoice | null
  /** How the money stands then. */
  readonly charged: Charged
}

/**
 * Charges periods and asks for all that is owed then and was not asked for: these periods, what
 * changed since the last invoice, less the customer's credit. Nothing is written.
 */
export function billPeriods(
  bill: Bill,
  charged: Charged,
  /** Charges from before that no invoice has taken in. */
  waiting: readonly WaitingCharge[],
): Billed {
  const { policy, versionId, charges, now, collected } = bill
  const counted = charges.map((charge, n) => ({ ...charge, number: charged.count + n + 1 }))
  const own = charges.map((charge) => ({ ...charge, versionId, isFirst: true }))
  const charging = postEntries(
    charged.balances,
    own.map((charge) => chargeEntry(charge, bill.taxOf)),
  )
  const open = charged.invoices.reduce((sum, invoice) => sum + invoice.open, 0)
  const total = charging.balances.receivable - open
  const invoiced = [...waiting, ...own]
  const lines = linesOf(invoiced, bill.taxOf)
  const count = charged.count + charges.length
  const asksFor = invoiced.some(movesMoney) || total > 0
  const invoice = asksFor ? invoiceOf(bill, { total, lines, charged, count }) : null
  const paying = settle(charging.balances, invoice, collected)
  return {
    policy,
    versionId,
    charges: counted,
    postings: [...charging.postings, ...paying.postings],
    balances: paying.balances,
    invoice,
    now,
    charged: {
      periods: [
        ...charged.periods,
        ...charges.map(({ period, amount }) => ({ period, charged: amount })),
      ],
      balances: paying.balances,
      invoices:
        invoice?.state === 'open' ? [...charged.invoices, openOf(invoice)] : charged.invoices,
      count,
      asked: invoice === null ? charged.asked : count,
    },
  }
}

function openOf({ id, kind, open, dueDay, lines }: Invoice): OpenInvoice {
  const periods = lines.flatMap((line) => ('first_day' in line ? [line.first_day] : []))
  return { id, kind, open, dueDay, periods: [...new Set(periods)] }
}

function invoiceOf(
  { policy, versionId, kind, invoiceId, dueDay, collected, tokenHash, now }: Bill,
  asked: {
    readonly total: number
    readonly lines: readonly InvoiceLine[]
    readonly charged: Charged
    readonly count: number
  },
): Invoice {
  const { total, lines, charged, count } = asked
  // What the customer's credit pays is settled by it.
  const isOpen = collected === null && total > 0
  return {
    ...billTo(policy, now),
    id: invoiceId,
    kind,
    versionId,
    state: isOpen ? 'open' : 'settled',
    total,
    open: isOpen ? total : 0,
    paid: isOpen ? 0 : total,
    dueDay,
    lines: withBalance(lines, total),
    chargesFrom: count > charged.asked ? charged.asked + 1 : null,
    chargesTo: count,
    corrects: null,
    tokenHash: isOpen ? tokenHash : null,
    createdAt: now,
  }
}

/** Whoever collects elsewhere has it as good as in hand. */
function settle(
  balances: Balances,
  invoice: Invoice | null,
  collected: Bill['collected'],
): { readonly postings: readonly Posting[]; readonly balances: Balances } {
  if (invoice === null || invoice.total === 0 || collected === null)
    return { postings: [], balances }
  const { paymentId, till } = collected
  const cause = `payment ${paymentId}`
  return postEntries(balances, [{ kind: 'payment', cause, amount: invoice.total, till }])
}
