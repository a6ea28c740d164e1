import type { RowOf } from '@bindery/sdk'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { callOptions, useAct } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { receiptWords } from './receipt-words.ts'
import { moneyWords } from './words.ts'

type Receipt = RowOf<'searchReceipts'>
type Invoice = RowOf<'searchInvoices'>

/** Money that came by bank: where it belongs, or that it belongs nowhere. */
export function ReceiptPeek({ receipt }: { readonly receipt: Receipt }) {
  const words = useWords(moneyWords)
  const own = useWords(receiptWords)
  const { day, time } = useMoments()
  const { match, dismiss } = receipt.allowed ?? {}
  return (
    <>
      <Facts
        of={[
          [words.state, words.receiptStates[receipt.state]],
          [words.received, day(receipt.received_on)],
          [words.reference, receipt.reference],
          [words.imported, time(receipt.imported_at)],
          [own.reason, receipt.reason],
          [words.invoice, receipt.invoice_id && <CopyId id={receipt.invoice_id} />],
          [words.id, <CopyId key="id" id={receipt.id} />],
        ]}
      />
      <h3>{own.match}</h3>
      {match?.allowed === true ? (
        <Match receipt={receipt} />
      ) : (
        <p className="quiet">{match?.reason}</p>
      )}
      {dismiss?.allowed === true && <Dismiss receipt={receipt} />}
    </>
  )
}

function Match({ receipt }: { readonly receipt: Receipt }) {
  const own = useWords(receiptWords)
  const [number, setNumber] = useState('')
  const asked = useDeferredValue(number.trim())
  const isNumber = /^(TEST-)?\d{4}-\d{6,}$/.test(asked)
  const found = useQuery({
    ...callOptions('searchInvoices', { query: { number: asked } }),
    enabled: isNumber,
  })
  const [invoice] = isNumber ? (found.data ?? []) : []
  return (
    <>
      <TextInput
        label={own.invoiceNumber}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        placeholder="2027-000123"
        error={isNumber && found.data?.length === 0 ? own.noSuchInvoice : null}
      />
      {found.error !== null && <Failed error={found.error} />}
      {invoice !== undefined && <PostTo key={invoice.id} receipt={receipt} invoice={invoice} />}
    </>
  )
}

/** What the posting will do, in cents, before it is done. */
function PostTo({ receipt, invoice }: { readonly receipt: Receipt; readonly invoice: Invoice }) {
  const own = useWords(receiptWords)
  const money = useMoney()
  const [isKept, setKept] = useState(false)
  const post = useAct('matchReceipt', () => showToast(own.posted))
  const rest = receipt.amount - invoice.open
  const left = money(Math.abs(rest), invoice.currency)
  const body = { invoice_id: invoice.id, ...(isKept ? { overpayment: true } : {}) }
  return (
    <div className="review">
      <p>{own.openOf(money(invoice.open, invoice.currency))}</p>
      <p>{rest === 0 ? own.settles : rest < 0 ? own.remains(left) : own.exceeds(left)}</p>
      {rest > 0 && (
        <Checkbox
          label={own.keepExcess}
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      )}
      <Button
        loading={post.isPending}
        disabled={rest > 0 && !isKept}
        onClick={() => post.mutate({ params: { receiptId: receipt.id }, body })}
      >
        {own.post(money(receipt.amount, receipt.currency), invoice.number ?? '')}
      </Button>
      {post.error !== null && <Failed error={post.error} />}
    </div>
  )
}

function Dismiss({ receipt }: { readonly receipt: Receipt }) {
  const own = useWords(receiptWords)
  const [reason, setReason] = useState('')
  const dismiss = useAct('dismissReceipt', () => showToast(own.dismissed))
  return (
    <>
      <h3>{own.dismissTitle}</h3>
      <TextInput
        label={own.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="review">
        <Button
          variant="default"
          loading={dismiss.isPending}
          disabled={reason.trim() === ''}
          onClick={() => dismiss.mutate({ params: { receiptId: receipt.id }, body: { reason } })}
        >
          {own.dismiss}
        </Button>
        {dismiss.error !== null && <Failed error={dismiss.error} />}
      </div>
    </>
  )
}
