import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../frame/page.tsx'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { useMay } from '../../session/me.ts'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { backOfficeWords } from './back-office-words.ts'
import { ImportReceipts } from './import-receipts.tsx'
import { ReceiptPeek } from './receipt-peek.tsx'
import { receiptWords } from './receipt-words.ts'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type Receipt = RowOf<'searchReceipts'>

const tones: Readonly<Record<Receipt['state'], Tone>> = {
  waiting: 'quiet',
  unmatched: 'attention',
  matched: 'settled',
  dismissed: 'quiet',
}

export function ReceiptList(place: ListPlace) {
  const words = useWords(moneyWords)
  const own = useWords(receiptWords)
  const amount = useMoney()
  const reasons: Readonly<Record<string, string>> = own.whys
  const { text, day, moment, money, state, id } = useColumnKinds<Receipt>()
  return (
    <List
      {...place}
      call="searchReceipts"
      keyOf={(receipt) => receipt.id}
      peek={(receipt) => ({
        title: amount(receipt.amount, receipt.currency),
        content: <ReceiptPeek key={receipt.id} receipt={receipt} />,
      })}
      columns={[
        day('received', words.received, (receipt) => receipt.received_on),
        state('state', words.state, (receipt) => receipt.state, words.receiptStates, tones),
        money('amount', words.amount, (receipt) => receipt.amount),
        text('reference', words.reference, (receipt) => receipt.reference, {
          grows: true,
          width: 220,
        }),
        text('why', own.why, (one) => one.why && (reasons[one.why] ?? one.why), {
          width: 180,
        }),
        moment('imported', words.imported, (receipt) => receipt.imported_at),
        id('id', words.id, (receipt) => receipt.id),
      ]}
      filters={[{ name: 'state', title: words.state, choices: choicesOf(words.receiptStates) }]}
      empty={{ title: words.noReceipts, hint: words.noReceiptsHint }}
    />
  )
}

function Receipts() {
  const own = useWords(backOfficeWords)
  const { receipts: title } = useWords(moneyTitles)
  const mayRecord = useMay('receipts.record')
  const [isOpen, setOpen] = useState(false)
  return (
    <Page
      title={title}
      isWide
      acts={
        mayRecord && (
          <Button size="xs" onClick={() => setOpen(true)}>
            {own.import}
          </Button>
        )
      }
    >
      <ReceiptList title={title} />
      {isOpen && <ImportReceipts onClose={() => setOpen(false)} />}
    </Page>
  )
}

export { Receipts as page }
