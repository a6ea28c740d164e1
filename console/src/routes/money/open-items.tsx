import type { RowOf } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Loaded } from '../../frame/states.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useFilters } from '../../list/use-filters.ts'
import { today, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { personOf } from './person-of.ts'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type OpenItem = RowOf<'searchOpenItems'>

/** What was open at the end of a day, from the ledger. */
function OpenItems() {
  const words = useWords(moneyWords)
  const { openItems: title } = useWords(moneyTitles)
  const { text, day, money, id, names } = useColumnKinds<OpenItem>()
  const { search } = useFilters()
  return (
    <Page title={title} isWide>
      <List
        title={title}
        call="searchOpenItems"
        exportCall="exportOpenItems"
        defaults={{ day: today() }}
        keyOf={(item) => item.invoice_id}
        pathOf={(item) => `/policies/${item.policy_id}`}
        head={<Totals day={search['day'] ?? today()} />}
        columns={[
          text('number', words.number, (item) => item.number ?? '–'),
          text('policy_number', words.policy, (item) => item.policy_number),
          text('customer', words.customer, personOf, { width: 150, grows: true }),
          text('age', words.age, (item) => words.buckets[item.bucket]),
          text('kind', words.kind, (item) => words.invoiceKinds[item.kind]),
          text('product', words.product, (one) => names.product(one.product_id), {
            isExtra: true,
          }),
          money('total', words.total, (item) => item.total),
          money('open', words.openAmount, (item) => item.open),
          day('due', words.due, (item) => item.due_date),
          id('policy', words.policy, (item) => item.policy_id),
        ]}
        filters={[
          { name: 'day', title: words.day, isDay: true },
          { name: 'product_id', title: words.product, choices: names.products },
        ]}
        empty={{ title: words.noOpenItems, hint: words.noOpenItemsHint }}
      />
    </Page>
  )
}

/** By age, in each currency: the sum is the balance of the receivables. */
function Totals({ day }: { readonly day: string }) {
  const words = useWords(moneyWords)
  const money = useMoney()
  const totals = useCall('totalOpenItems', { query: { day } })
  return (
    <Loaded query={totals} lines={2}>
      {(rows) =>
        rows.length === 0 ? null : (
          <table className="figures">
            <thead>
              <tr>
                {Object.values(words.buckets).map((bucket) => (
                  <th key={bucket}>{bucket}</th>
                ))}
                <th>{words.notInvoiced}</th>
                <th>{words.receivable}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.currency}>
                  {[
                    row.not_due,
                    row.overdue_1_30,
                    row.overdue_31_60,
                    row.overdue_61_90,
                    row.overdue_over_90,
                    row.not_invoiced,
                    row.receivable,
                  ].map((cents, at) => (
                    <td key={at}>{money(cents, row.currency)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  )
}

export { OpenItems as page }
