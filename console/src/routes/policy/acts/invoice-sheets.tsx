import { filled } from '../../../act/filled.ts'
import type { Invoice, Policy } from '@bindery/sdk'
import { useState } from 'react'
import { useMoments, useMoney } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { plusDays, useToday } from '../use-today.ts'
import { ActSheet } from '../../../act/act-sheet.tsx'
import { useReadAmount } from '../../../act/amount.ts'
import { DayField, LongField, TextField } from '../../../act/fields.tsx'
import { actWords } from './words.ts'

interface Props {
  readonly invoice: Invoice
  readonly policy: Policy
  readonly onClose: () => void
}

export function WriteOffSheet({ invoice, onClose }: Props) {
  const words = useWords(actWords)
  const money = useMoney()
  const [reason, setReason] = useState('')
  const amount = money(invoice.open, invoice.currency)
  return (
    <ActSheet
      title={words.writeOff}
      id="writeOffInvoice"
      verb={words.writeOffVerb(amount)}
      effect={words.effects.writeOff(amount)}
      request={
        reason.trim() === ''
          ? null
          : { params: { invoiceId: invoice.id }, body: { reason: reason.trim() } }
      }
      facts={[
        [words.invoice, invoice.number ?? ''],
        [words.reason, reason],
      ]}
      onClose={onClose}
    >
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </ActSheet>
  )
}

export function DeferSheet({ invoice, policy, onClose }: Props) {
  const words = useWords(actWords)
  const { day } = useMoments()
  const today = useToday(policy)
  const [due, setDue] = useState(plusDays(invoice.due_date < today ? today : invoice.due_date, 14))
  const [reason, setReason] = useState('')
  const isReady = due !== '' && reason.trim() !== ''
  return (
    <ActSheet
      title={words.defer}
      id="deferInvoice"
      verb={words.deferVerb}
      effect={due === '' ? '' : words.effects.defer(day(due))}
      request={
        isReady
          ? { params: { invoiceId: invoice.id }, body: { due_date: due, reason: reason.trim() } }
          : null
      }
      facts={[
        [words.invoice, invoice.number ?? ''],
        [words.newDue, due === '' ? '' : day(due)],
        [words.reason, reason],
      ]}
      onClose={onClose}
    >
      <DayField label={words.newDue} value={due} onChange={setDue} min={today} />
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </ActSheet>
  )
}

export function ReceiptSheet({ invoice, policy, onClose }: Props) {
  const words = useWords(actWords)
  const money = useMoney()
  const { day } = useMoments()
  const read = useReadAmount(invoice.currency)
  const today = useToday(policy)
  const [written, setWritten] = useState('')
  const [on, setOn] = useState(today)
  const [reference, setReference] = useState('')
  const [payer, setPayer] = useState('')
  const amount = written.trim() === '' ? invoice.open : read(written)
  const isReady = amount !== null && amount > 0 && on !== ''
  const shown = amount === null ? '' : money(amount, invoice.currency)
  return (
    <ActSheet
      title={words.receipt}
      id="recordReceipt"
      verb={words.receiptVerb(shown)}
      effect={isReady ? words.effects.receipt(shown, day(on)) : ''}
      request={
        isReady
          ? {
              params: { invoiceId: invoice.id },
              body: {
                amount,
                currency: invoice.currency,
                received_on: on,
                ...filled({ reference, payer }),
              },
            }
          : null
      }
      facts={[
        [words.invoice, invoice.number ?? ''],
        [words.amount, shown],
        [words.received, on === '' ? '' : day(on)],
        [words.reference, reference],
        [words.payer, payer],
      ]}
      onClose={onClose}
    >
      <TextField
        label={`${words.amount} (${invoice.currency.toUpperCase()})`}
        description={money(invoice.open, invoice.currency)}
        value={written}
        onChange={setWritten}
        isOptional
      />
      <DayField label={words.received} value={on} onChange={setOn} max={today} />
      <TextField label={words.reference} value={reference} onChange={setReference} isOptional />
      <TextField label={words.payer} value={payer} onChange={setPayer} isOptional />
    </ActSheet>
  )
}
