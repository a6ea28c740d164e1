import { todayIn } from '../../kernel/index.ts'
import { readWholeJournal } from '../../accounting/index.ts'
import { readAccount } from '../../billing/index.ts'
import { selectInvoicesOf, selectNumbers } from '../../ledger/index.ts'
import { selectPaymentsOf, selectRefundsOf } from '../../payments/index.ts'
import { type Policy, selectPolicyholders } from '../../policies/index.ts'
import { csvOfJournal } from '../accounting/journal/journal.ts'
import type { HttpDeps } from '../deps.ts'
import { viewInvoice } from '../invoices/invoice.ts'
import { isPaymentFor } from '../invoices/show-invoice.ts'
import { viewPaymentSummary } from '../payments/payment-summary.ts'
import { viewAccount } from '../policies/account/account.ts'
import { type BundleFile, asJson } from './archive.ts'

/** The money of a policy as the platform shows it, at a moment on the clock of the policy. */
export async function* ledgerFiles(
  { db }: Pick<HttpDeps, 'db'>,
  policy: Policy,
  now: Temporal.Instant,
): AsyncGenerator<BundleFile> {
  const today = todayIn(policy.timeZone, now)
  const account = viewAccount(policy, today, await readAccount(db, policy, today), () => null)
  yield { name: 'ledger/account.json', content: asJson(account) }
  yield { name: 'ledger/postings.csv', content: await readPostings(db, policy, today) }
  const [payments, invoices, holders] = await Promise.all([
    selectPaymentsOf(db, policy.id),
    selectInvoicesOf(db, policy.id),
    selectPolicyholders(db, [policy.id], now),
  ])
  const ids = payments.map(({ id }) => id)
  const refunds = await selectRefundsOf(db, ids)
  const shown = payments.map((payment) => viewPaymentSummary(payment, refunds))
  yield { name: 'ledger/payments.json', content: asJson(shown) }
  const numbers = await selectNumbers(
    db,
    invoices.map(({ id }) => id),
  )
  const holder = holders.get(policy.id)
  const listed = invoices.map((invoice) => {
    const own = payments.filter((payment) => isPaymentFor(payment, invoice))
    const { payment_token: _, ...rest } = viewInvoice(
      invoice,
      numbers.get(invoice.id),
      own,
      null,
      holder,
    )
    return rest
  })
  yield { name: 'ledger/invoices.json', content: asJson(listed) }
}

async function readPostings(
  db: HttpDeps['db'],
  { id: policyId, insurerId, livemode }: Policy,
  to: Temporal.PlainDate,
): Promise<string> {
  const all = { account: null, productId: null, distributorId: null }
  const pages = readWholeJournal(db, { insurerId, livemode, policyId, from: null, to, ...all })
  return (await Array.fromAsync(csvOfJournal(pages))).join('')
}
