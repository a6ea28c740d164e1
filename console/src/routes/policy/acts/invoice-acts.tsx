import type { Invoice, Policy } from '@bindery/sdk'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { Loaded } from '../../../frame/states.tsx'
import { useWords } from '../../../words/language.ts'
import { ActButton } from './act-button.tsx'
import { DeferSheet, ReceiptSheet, WriteOffSheet } from './invoice-sheets.tsx'
import { actWords } from './words.ts'

/** What can be done with an open invoice. */
export function InvoiceActs({
  invoiceId,
  policy,
}: {
  readonly invoiceId: string
  readonly policy: Policy
}) {
  const invoice = useCall('showInvoice', { params: { invoiceId } })
  return (
    <Loaded query={invoice} lines={1}>
      {(shown) => <Acts invoice={shown} policy={policy} />}
    </Loaded>
  )
}

const sheets = { receipt: ReceiptSheet, defer: DeferSheet, writeOff: WriteOffSheet }

function Acts({ invoice, policy }: { readonly invoice: Invoice; readonly policy: Policy }) {
  const words = useWords(actWords)
  const [opened, setOpened] = useState<keyof typeof sheets | null>(null)
  const Opened = opened === null ? null : sheets[opened]
  const { allowed } = invoice
  return (
    <div className="act-row" role="group" aria-label={`${words.invoice} ${invoice.number ?? ''}`}>
      <strong>{invoice.number}</strong>
      <ActButton
        label={words.receipt}
        allowed={allowed.record_receipt}
        onClick={() => setOpened('receipt')}
      />
      <ActButton label={words.defer} allowed={allowed.defer} onClick={() => setOpened('defer')} />
      <ActButton
        label={words.writeOff}
        allowed={allowed.write_off}
        onClick={() => setOpened('writeOff')}
      />
      {Opened !== null && (
        <Opened invoice={invoice} policy={policy} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
