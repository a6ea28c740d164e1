import type { Invoice } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Loaded } from '../../frame/states.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { defineWords, useWords } from '../../words/language.ts'
import { moneyWords } from './words.ts'

const peekWords = defineWords({
  en: {
    toPolicy: 'Open the policy',
    lines: 'Lines',
    payments: 'Payments',
    ofWhichTax: 'of which tax',
    kinds: {
      period: 'Billing period',
      adjustment: 'Adjustment',
      fee: 'Fee',
      goodwill: 'Goodwill',
      correction: 'Correction',
      balance: 'Balance carried forward',
    },
  },
  de: {
    toPolicy: 'Vertrag öffnen',
    lines: 'Positionen',
    payments: 'Zahlungen',
    ofWhichTax: 'davon Steuer',
    kinds: {
      period: 'Abrechnungszeitraum',
      adjustment: 'Nachverrechnung',
      fee: 'Gebühr',
      goodwill: 'Kulanz',
      correction: 'Berichtigung',
      balance: 'Saldovortrag',
    },
  },
})

/** An invoice in full: what it asks for, line by line, and what was paid. */
export function InvoicePeek({ id }: { readonly id: string }) {
  const invoice = useCall('showInvoice', { params: { invoiceId: id } })
  return <Loaded query={invoice}>{(found) => <WholeInvoice invoice={found} />}</Loaded>
}

function WholeInvoice({ invoice }: { readonly invoice: Invoice }) {
  const words = useWords(moneyWords)
  const own = useWords(peekWords)
  const { day, time } = useMoments()
  const money = useMoney()
  const { currency } = invoice
  return (
    <>
      <Facts
        of={[
          [words.state, words.invoiceStates[invoice.state]],
          [words.total, money(invoice.total, currency)],
          [words.openAmount, money(invoice.open, currency)],
          [words.due, day(invoice.due_date)],
          [words.issued, day(invoice.issue_date)],
          [words.reference, invoice.reference && <CopyId id={invoice.reference} />],
          [words.id, <CopyId key="id" id={invoice.id} />],
        ]}
      />
      <p>
        <Link to={`/policies/${invoice.policy_id}`}>{own.toPolicy}</Link>
      </p>
      <h3>{own.lines}</h3>
      <ul className="rows">
        {invoice.lines.map((line, at) => (
          <li key={at}>
            <span>
              {line.text ?? own.kinds[line.kind]}
              {line.first_day !== null && line.last_day !== null && (
                <span className="quiet">
                  {' '}
                  {day(line.first_day)} – {day(line.last_day)}
                </span>
              )}
            </span>
            <span className="number">{money(line.amount, currency)}</span>
          </li>
        ))}
      </ul>
      {invoice.payments.length > 0 && (
        <>
          <h3>{own.payments}</h3>
          <ul className="rows">
            {invoice.payments.map((payment) => (
              <li key={payment.id}>
                <span>
                  {words.paymentStates[payment.status]}{' '}
                  <span className="quiet">{time(payment.created_at)}</span>
                </span>
                <span className="number">{money(payment.amount, currency)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
