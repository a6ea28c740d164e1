import { setTimeout as sleep } from 'node:timers/promises'
import { newKey, textOf } from './counter.ts'
import type { Shop } from './customer.ts'
import { offerSlip, paymentSlip, quoteSlip } from './slips.ts'

/** What the bank of the insurer has reported so far, line by line: each is there once. */
export interface BankStatement {
  readonly lines: BankLine[]
}

interface BankLine {
  /** Stands in its text, so that the portfolio itself shows how often it was taken. */
  readonly key: string
  readonly policyId: string
  readonly text: string
}

const lookAgainMs = 200
/** Every fault is over long before. */
const patienceMs = 300_000
/** Files overlap: each begins with lines of the ones before it. */
const linesBeforeMax = 10
const sentMax = 4
const header = 'date,reference,amount'

/**
 * A company that pays by transfer, and the insurer's bookkeeper, who sends the file of the bank again
 * and again, whether it was answered or not, and now and then twice at once.
 */
export async function payByTransfer(shop: Shop, statement: BankStatement): Promise<void> {
  const { counter, random, distributor } = shop
  const quote = await counter.handIn(quoteSlip(distributor))
  const made = await counter.handIn(offerSlip(distributor, textOf(quote, 'token')))
  const offer = { id: textOf(made, 'id'), paymentToken: textOf(made, 'payment_token') }
  const promised = await counter.handIn(paymentSlip(distributor, offer, 'invoice'))
  if (promised.status !== 200) return
  const invoice = await numbered(shop, offer.id)
  if (invoice === null) return
  const parts = random.pick([[1], [0.5, 0.5], [0.25], [1.5], [1, 1]])
  for (const part of parts) statement.lines.push(lineFor(offer.id, invoice, part))
  const own = statement.lines.slice(-(linesBeforeMax + parts.length))
  for (let sent = 0; sent < random.between(1, sentMax); sent++) {
    const isTwiceAtOnce = random.chance(0.3)
    await Promise.all([sendFile(shop, own), ...(isTwiceAtOnce ? [sendFile(shop, own)] : [])])
  }
}

interface NumberedInvoice {
  readonly number: string
  readonly total: number
}

/** The invoice of a sale once it has its number; null where nobody gives it one. */
async function numbered(
  { counter, ledger, distributor }: Shop,
  policyId: string,
): Promise<NumberedInvoice | null> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const path = `/manage/invoices?policy_id=${policyId}`
    const shown = await counter.get(path, distributor.secret)
    const [invoice] = shown.body['items'] as { number: string | null; total: number }[] // As documented.
    if (invoice?.number) return { number: invoice.number, total: invoice.total }
    if (performance.now() > giveUpAt) {
      ledger.violate('an invoice that nobody gave a number', { policyId, shown: shown.text })
      return null
    }
    await sleep(lookAgainMs)
  }
}

function lineFor(policyId: string, { number, total }: NumberedInvoice, part: number): BankLine {
  const key = newKey()
  const cents = Math.round(total * part)
  const amount = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  return { key, policyId, text: `2026-01-15,${number} ${key},${amount}` }
}

/** Each line that is answered for is in the portfolio, as the receipt that the answer named. */
export async function sendFile(
  { counter, ledger, distributor }: Pick<Shop, 'counter' | 'ledger' | 'distributor'>,
  lines: readonly BankLine[],
): Promise<void> {
  for (const { key, policyId } of lines) {
    if (!ledger.requests.has(key)) ledger.recordRequest({ key, call: 'receipt', policyId })
  }
  const file = [header, ...lines.map(({ text }) => text), ''].join('\n')
  const path = '/manage/receipts/import?currency=eur'
  const answer = await counter.post(path, distributor.secret, file)
  if (answer.status !== 200) {
    ledger.violate('a file of a bank was refused', { file, answer: answer.text })
    return
  }
  ledger.count('files of a bank that were taken')
  const receipts = answer.body['receipts'] as { id: string; state: string }[] // As documented.
  for (const [n, { key, policyId }] of lines.entries()) {
    const { id = '', state = '' } = receipts[n] ?? {}
    ledger.acknowledge({ key, call: 'receipt', policyId, id, promised: { state } })
  }
}
