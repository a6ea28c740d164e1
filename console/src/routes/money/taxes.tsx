import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded } from '../../frame/states.tsx'
import { FilterBar } from '../../list/filter-bar.tsx'
import { useFilters } from '../../list/use-filters.ts'
import { today, useMoney, yearBegan } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { backOfficeWords } from './back-office-words.ts'
import { moneyTitles } from './titles.ts'

/** Insurance tax of a period, by country, class of business and rate. */
function Taxes() {
  const words = useWords(backOfficeWords)
  const { taxes: title } = useWords(moneyTitles)
  const money = useMoney()
  const { search } = useFilters()
  const days = { from: search['from'] ?? yearBegan(), to: search['to'] ?? today() }
  const taxes = useCall('showTaxes', { query: days })
  return (
    <Page title={title} isWide>
      <div className="list-page figures-page">
        <FilterBar
          filters={[
            { name: 'from', title: words.from, isDay: true },
            { name: 'to', title: words.to, isDay: true },
          ]}
          defaults={days}
        />
        <Loaded query={taxes}>
          {({ lines }) =>
            lines.length === 0 ? (
              <div className="list-empty">
                <Empty title={words.noTax}>{words.noTaxHint}</Empty>
              </div>
            ) : (
              <table className="figures">
                <thead>
                  <tr>
                    <th>{words.country}</th>
                    <th>{words.classOfBusiness}</th>
                    <th>{words.rate}</th>
                    <th>{words.premium}</th>
                    <th>{words.tax}</th>
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line, at) => (
                    <tr key={at}>
                      <th>{line.country ?? '–'}</th>
                      <td>{line.class_of_business ?? '–'}</td>
                      <td>{line.rate === null ? '–' : `${line.rate} %`}</td>
                      <td>{money(line.premium, line.currency)}</td>
                      <td>{money(line.tax, line.currency)}</td>
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

export { Taxes as page }
