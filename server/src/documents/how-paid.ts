import type { IssuedInvoice } from '../ledger/index.ts'
import type { Payment } from '../payments/index.ts'
import type { SettledVersion } from '../policies/index.ts'
import type { CaseInvoice } from './document-case.ts'

interface Told {
  readonly invoice: IssuedInvoice
  readonly version: Pick<SettledVersion, 'settledAt'>
  /** All of the policy. */
  readonly payments: readonly Payment[]
}

const elsewhere: ReadonlySet<string> = new Set(['invoice', 'distributor'])

/** How an invoice was to be paid when it was issued. */
export function howPaid({ invoice, version, payments }: Told): CaseInvoice['payment'] {
  if (invoice.kind === 'credit_note') return { how: 'paid', provider: null, method: null }
  const payment = payments.find((one) => isFor(one, invoice) && isMadeBy(one, invoice, version))
  if (payment === undefined) return { how: 'transfer', provider: null, method: null }
  const { provider, method } = payment
  return { how: elsewhere.has(provider) ? 'elsewhere' : 'paid', provider, method }
}

function isFor({ invoiceId }: Payment, { id, kind }: IssuedInvoice): boolean {
  return invoiceId === id || (invoiceId === null && kind === 'sale')
}

/** What pays for an order that waits for it is issued with the payment. */
function isMadeBy(
  { status, processedAt, onAccount }: Payment,
  { createdAt }: IssuedInvoice,
  { settledAt }: Told['version'],
): boolean {
  // What is on account is cover that is waited for to be paid.
  if (status !== 'ok' || processedAt === null || onAccount) return false
  const issued = [createdAt, settledAt].find(
    (at) => at !== null && Temporal.Instant.compare(processedAt, at) <= 0,
  )
  return issued !== undefined
}
