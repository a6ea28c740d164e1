import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { today, yearBegan } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ledgerWords } from './ledger-words.ts'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type Posting = RowOf<'readJournal'>

/** All postings, by booking day. */
function Journal() {
  const words = useWords(ledgerWords)
  const { journal: title } = useWords(moneyTitles)
  const { product } = useWords(moneyWords)
  const causes: Readonly<Record<string, string>> = words.causes
  const causeOf = (cause: string) => {
    const [kind = ''] = cause.split(' ')
    return causes[kind] ?? kind.replaceAll('_', ' ')
  }
  const { text, day, money, id, names } = useColumnKinds<Posting>()
  return (
    <Page title={title} isWide>
      <List
        title={title}
        call="readJournal"
        exportCall="exportJournal"
        defaults={{ from: yearBegan(), to: today() }}
        keyOf={(posting) => posting.id}
        columns={[
          day('booking_day', words.bookingDay, (posting) => posting.booking_day),
          text('debit', words.debit, (posting) => words.accounts[posting.debit], {
            grows: true,
          }),
          text('credit', words.credit, (posting) => words.accounts[posting.credit], {
            grows: true,
          }),
          money('amount', words.amount, (posting) => posting.amount),
          day('value', words.valueDay, (posting) => posting.value_day),
          text('cause', words.cause, ({ cause }) => causeOf(cause)),
          id('policy', words.policy, (one) => one.policy_id, { isExtra: false }),
          day('service_from', words.serviceFrom, (one) => one.service_from, {
            isExtra: true,
          }),
          day('service_to', words.serviceTo, (one) => one.service_to, { isExtra: true }),
          text('tax_rate', words.taxRate, (one) => one.tax_rate, { isExtra: true }),
        ]}
        filters={[
          { name: 'from', title: words.from, isDay: true },
          { name: 'to', title: words.to, isDay: true },
          { name: 'account', title: words.account, choices: choicesOf(words.accounts) },
          { name: 'product_id', title: product, choices: names.products, isExtra: true },
        ]}
        empty={{ title: words.noPostings, hint: words.noPostingsHint }}
      />
    </Page>
  )
}

export { Journal as page }
