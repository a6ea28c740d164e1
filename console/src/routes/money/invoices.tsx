import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { InvoicePeek } from './invoice-peek.tsx'
import { personOf } from './person-of.ts'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type Invoice = RowOf<'searchInvoices'>

const tones: Readonly<Record<Invoice['state'], Tone>> = {
  proposed: 'quiet',
  open: 'attention',
  settled: 'settled',
  void: 'quiet',
  written_off: 'failed',
}

function InvoiceList(place: ListPlace) {
  const words = useWords(moneyWords)
  const { text, day, money, state, id, names } = useColumnKinds<Invoice>()
  return (
    <List
      {...place}
      call="searchInvoices"
      keyOf={(invoice) => invoice.id}
      peek={(invoice) => ({
        title: `${words.invoice} ${invoice.number ?? ''}`,
        content: <InvoicePeek id={invoice.id} />,
      })}
      columns={[
        text('number', words.number, (invoice) => invoice.number ?? '–'),
        state('state', words.state, (invoice) => invoice.state, words.invoiceStates, tones),
        text('kind', words.kind, (invoice) => words.invoiceKinds[invoice.kind]),
        text('policy', words.policy, (one) => one.policy_number),
        text('customer', words.customer, personOf, { width: 150, grows: true }),
        text('product', words.product, (one) => names.product(one.product_id), {
          isExtra: true,
        }),
        money('total', words.total, (invoice) => invoice.total),
        money('open', words.openAmount, (invoice) => invoice.open),
        day('due', words.due, (invoice) => invoice.due_date),
        day('issued', words.issued, (invoice) => invoice.issue_date, { isExtra: true }),
        text('reference', words.reference, (one) => one.reference, { isExtra: true }),
        id('id', words.id, (invoice) => invoice.id),
      ]}
      filters={[
        { name: 'number', title: words.number },
        { name: 'state', title: words.state, choices: choicesOf(words.invoiceStates) },
        { name: 'kind', title: words.kind, choices: choicesOf(words.invoiceKinds) },
        { name: 'product_id', title: words.product, choices: names.products },
        { name: 'overdue_days', title: words.overdueFor, isExtra: true },
      ]}
      empty={{ title: words.noInvoices, hint: words.noInvoicesHint }}
    />
  )
}

export const page = listPage(moneyTitles, 'invoices', InvoiceList)
