import { minorDigits } from '@bindery/rules/words'
import type { NextAction } from '@bindery/sdk/generated'
import { useState } from 'preact/hooks'
import type { Way } from '../pay/way.ts'
import { Heading } from '../views/heading.tsx'
import type { PayLinkWords } from './words.ts'

/** The customer transfers the amount: the page says where to, once that is chosen. */
export const transferWay = (own: PayLinkWords): Way => ({
  provider: 'bank_transfer',
  button: 'continue',
  title: () => own.transfer,
  note: () => own.transferNote,
  paymentOptions: () => ({}),
})

/** Account, reference and amount, each to be copied, and what happens then. */
export function Transfer({
  action,
  amount,
  own,
}: {
  readonly action: NextAction
  readonly amount: string
  readonly own: PayLinkWords
}) {
  const { account_holder: holder = '', iban = '', bic, reference = '' } = action
  const rows = [
    { name: own.holder, text: holder, copied: holder },
    { name: own.iban, text: inFours(iban), copied: iban },
    ...(typeof bic === 'string' ? [{ name: own.bic, text: bic, copied: bic }] : []),
    { name: own.reference, text: inFours(reference), copied: reference },
    { name: own.amount, text: amount, copied: plainAmount(action) },
  ]
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async (row: (typeof rows)[number]) => {
    try {
      await navigator.clipboard.writeText(row.copied)
      setCopied(row.name)
    } catch {
      // Without permission the text can still be selected.
      setCopied(null)
    }
  }
  return (
    <section class="card transfer" part="card">
      <Heading of="card">{own.transferTitle}</Heading>
      <dl>
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>
              {row.text}
              <button
                type="button"
                class="link"
                aria-label={own.copyOf(row.name)}
                onClick={() => void copy(row)}
              >
                {copied === row.name ? own.copied : own.copy}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <p class="hidden" role="status">
        {copied !== null && `${copied}: ${own.copied}`}
      </p>
      <p class="help">{own.transferThen}</p>
    </section>
  )
}

/** Groups of four are how people read such numbers over. */
function inFours(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** As banks take it in a field: a point, and no sign of the currency. */
function plainAmount({ amount = 0, currency = 'eur' }: NextAction): string {
  const digits = minorDigits(currency)
  return (amount / 10 ** digits).toFixed(digits)
}
