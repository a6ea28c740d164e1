import type { Invoice } from '@bindery/sdk'
import { useListCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded, Status, type Tone } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { moneyWords } from './words.ts'

const tones: Readonly<Record<Invoice['state'], Tone>> = {
  proposed: 'quiet',
  open: 'attention',
  settled: 'settled',
  void: 'quiet',
  written_off: 'failed',
}

function Invoices() {
  const words = useWords(moneyWords)
  const { day } = useMoments()
  const money = useMoney()
  const invoices = useListCall('searchInvoices')
  return (
    <Page title={words.invoices}>
      <Loaded query={invoices}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) {
            return <Empty title={words.noInvoices}>{words.noInvoicesHint}</Empty>
          }
          return (
            <table>
              <thead>
                <tr>
                  <th>{words.number}</th>
                  <th>{words.state}</th>
                  <th>{words.due}</th>
                  <th className="number">{words.openAmount}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((invoice) => (
                  <tr key={invoice.id}>
                    <td>{invoice.number}</td>
                    <td>
                      <Status tone={tones[invoice.state]}>{words.states[invoice.state]}</Status>
                    </td>
                    <td>{day(invoice.due_date)}</td>
                    <td className="number">{money(invoice.open, invoice.currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }}
      </Loaded>
    </Page>
  )
}

export { Invoices as page }
