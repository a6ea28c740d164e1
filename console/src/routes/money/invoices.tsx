import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useWords } from '../../words/language.ts'
import { InvoicePeek } from './invoice-peek.tsx'
import { moneyTitles, moneyWords } from './words.ts'

type Invoice = RowOf<'searchInvoices'>

const tones: Readonly<Record<Invoice['state'], Tone>> = {
  proposed: 'quiet',
  open: 'attention',
  settled: 'settled',
  void: 'quiet',
  written_off: 'failed',
}

function Invoices() {
  const words = useWords(moneyWords)
  const { invoices: title } = useWords(moneyTitles)
  const { text, day, money, state, id, names } = useColumnKinds()
  return (
    <Page title={title} isWide>
      <List
        title={title}
        call="searchInvoices"
        keyOf={(invoice) => invoice.id}
        peek={(invoice) => ({
          title: `${words.invoice} ${invoice.number ?? ''}`,
          content: <InvoicePeek id={invoice.id} />,
        })}
        columns={[
          text<Invoice>('number', words.number, (invoice) => invoice.number ?? '–'),
          state<Invoice, Invoice['state']>(
            'state',
            words.state,
            (invoice) => invoice.state,
            words.invoiceStates,
            tones,
          ),
          text<Invoice>('kind', words.kind, (invoice) => words.invoiceKinds[invoice.kind]),
          text<Invoice>('product', words.product, (one) => names.product(one.product_id), {
            grows: true,
          }),
          money<Invoice>('total', words.total, (invoice) => invoice.total),
          money<Invoice>('open', words.openAmount, (invoice) => invoice.open),
          day<Invoice>('due', words.due, (invoice) => invoice.due_date),
          day<Invoice>('issued', words.issued, (invoice) => invoice.issue_date, { isExtra: true }),
          text<Invoice>('reference', words.reference, (one) => one.reference, { isExtra: true }),
          id<Invoice>('id', words.id, (invoice) => invoice.id),
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
    </Page>
  )
}

export { Invoices as page }
