import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ReceiptPeek } from './receipt-peek.tsx'
import { receiptWords } from './receipt-words.ts'
import { moneyTitles, moneyWords } from './words.ts'

type Receipt = RowOf<'searchReceipts'>

const tones: Readonly<Record<Receipt['state'], Tone>> = {
  waiting: 'quiet',
  unmatched: 'attention',
  matched: 'settled',
  dismissed: 'quiet',
}

function Receipts() {
  const words = useWords(moneyWords)
  const own = useWords(receiptWords)
  const { receipts: title } = useWords(moneyTitles)
  const amount = useMoney()
  const reasons: Readonly<Record<string, string>> = own.whys
  const { text, day, moment, money, state, id } = useColumnKinds()
  return (
    <Page title={title} isWide>
      <List
        title={title}
        call="searchReceipts"
        keyOf={(receipt) => receipt.id}
        peek={(receipt) => ({
          title: amount(receipt.amount, receipt.currency),
          content: <ReceiptPeek key={receipt.id} receipt={receipt} />,
        })}
        columns={[
          day<Receipt>('received', words.received, (receipt) => receipt.received_on),
          state<Receipt, Receipt['state']>(
            'state',
            words.state,
            (receipt) => receipt.state,
            words.receiptStates,
            tones,
          ),
          money<Receipt>('amount', words.amount, (receipt) => receipt.amount),
          text<Receipt>('reference', words.reference, (receipt) => receipt.reference, {
            grows: true,
            width: 220,
          }),
          text<Receipt>('why', own.why, (one) => one.why && (reasons[one.why] ?? one.why), {
            width: 180,
          }),
          moment<Receipt>('imported', words.imported, (receipt) => receipt.imported_at),
          id<Receipt>('id', words.id, (receipt) => receipt.id),
        ]}
        filters={[{ name: 'state', title: words.state, choices: choicesOf(words.receiptStates) }]}
        empty={{ title: words.noReceipts, hint: words.noReceiptsHint }}
      />
    </Page>
  )
}

export { Receipts as page }
