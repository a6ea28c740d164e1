import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded } from '../../frame/states.tsx'
import { FilterBar } from '../../list/filter-bar.tsx'
import { useFilters } from '../../list/use-filters.ts'
import { today, useMoney, yearBegan } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ledgerWords } from './ledger-words.ts'
import { moneyTitles } from './titles.ts'

/** The turnover and the balance of each account; an account leads to its postings. */
function TrialBalance() {
  const words = useWords(ledgerWords)
  const { trialBalance: title } = useWords(moneyTitles)
  const money = useMoney()
  const { search } = useFilters()
  const days = { from: search['from'] ?? yearBegan(), to: search['to'] ?? today() }
  const balance = useCall('showTrialBalance', { query: days })
  return (
    <Page title={title} isWide>
      <FilterBar
        filters={[
          { name: 'from', title: words.from, isDay: true },
          { name: 'to', title: words.to, isDay: true },
        ]}
        defaults={days}
      />
      <div className="figures-page">
        <Loaded query={balance} lines={12}>
          {({ accounts }) =>
            accounts.length === 0 ? (
              <Empty title={words.noPostings}>{words.noPostingsHint}</Empty>
            ) : (
              <table className="figures">
                <thead>
                  <tr>
                    <th>{words.account}</th>
                    <th>{words.opening}</th>
                    <th>{words.debit}</th>
                    <th>{words.credit}</th>
                    <th>{words.closingBalance}</th>
                  </tr>
                </thead>
                <tbody>
                  {accounts.map((one) => (
                    <tr key={`${one.currency} ${one.account}`}>
                      <th>
                        <Link to="/journal" search={{ ...days, account: one.account }}>
                          {words.accounts[one.account]}
                        </Link>
                      </th>
                      {[one.opening, one.debit, one.credit, one.closing].map((cents, at) => (
                        <td key={at}>{money(cents, one.currency)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}

export { TrialBalance as page }
