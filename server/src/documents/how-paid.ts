import type { IssuedInvoice } from '../ledger/index.ts'
import type { Mandate, Payment } from '../payments/index.ts'
import type { SettledVersion } from '../policies/index.ts'
import { isCollectedElsewhere } from '../products/index.ts'
import type { CaseInvoice } from './document-case.ts'

type Asked = Pick<IssuedInvoice, 'id' | 'kind' | 'createdAt' | 'wasSettled'>
type Paid = Pick<
  Payment,
  'invoiceId' | 'status' | 'processedAt' | 'onAccount' | 'chargedBackAt' | 'provider' | 'method'
>
type Agreed = Pick<Mandate, 'provider' | 'method' | 'createdAt' | 'endedAt'>

interface PaidInvoice {
  readonly invoice: Asked
  readonly version: Pick<SettledVersion, 'settledAt'>
  /** All of the policy, as are the mandates. */
  readonly payments: readonly Paid[]
  readonly mandates: readonly Agreed[]
}

/** How an invoice was to be paid when it was issued. */
export function howPaid({
  invoice,
  version,
  payments,
  mandates,
}: PaidInvoice): CaseInvoice['payment'] {
  if (invoice.kind === 'credit_note') return { how: 'paid', provider: null, method: null }
  const payment = payments.find((one) => isFor(one, invoice) && isMadeBy(one, invoice, version))
  if (payment !== undefined) {
    const { provider, method } = payment
    return { how: isCollectedElsewhere(provider) ? 'elsewhere' : 'paid', provider, method }
  }
  // Credit or another invoice pays for it, or it moves tax alone.
  if (invoice.wasSettled) return { how: 'nothing', provider: null, method: null }
  const mandate = mandates.find((one) => isGoodOn(one, invoice))
  if (mandate === undefined) return { how: 'transfer', provider: null, method: null }
  return { how: 'collected', provider: mandate.provider, method: mandate.method }
}

/** Whether it was there when the invoice was issued, whatever became of it since. */
function isGoodOn({ createdAt, endedAt }: Agreed, invoice: Asked): boolean {
  const isGiven = Temporal.Instant.compare(createdAt, invoice.createdAt) <= 0
  return isGiven && (endedAt === null || Temporal.Instant.compare(endedAt, invoice.createdAt) > 0)
}

function isFor({ invoiceId }: Paid, { id, kind }: Asked): boolean {
  return invoiceId === id || (invoiceId === null && kind === 'sale')
}

/** The invoice of a transaction that waits for its payment is issued with the payment. */
function isMadeBy(
  { status, processedAt, onAccount, chargedBackAt }: Paid,
  { createdAt }: Asked,
  { settledAt }: PaidInvoice['version'],
): boolean {
  const wasMade = status === 'ok' || chargedBackAt !== null
  // What is on account is cover that is waited for to be paid.
  if (!wasMade || processedAt === null || onAccount) return false
  const issued = [createdAt, settledAt].find(
    (at) => at !== null && Temporal.Instant.compare(processedAt, at) <= 0,
  )
  return issued !== undefined
}
