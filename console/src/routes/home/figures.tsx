import type { Answer } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Empty, Loaded } from '../../frame/states.tsx'
import { FilterBar } from '../../list/filter-bar.tsx'
import { useFilters } from '../../list/use-filters.ts'
import { today, useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../../words/names.ts'
import { type FigureRow, type Sums, bucketsOf, dayPlus, noSums, plus } from './buckets.ts'
import { Figure } from './figure.tsx'
import type { FigureName } from './figure-kinds.ts'
import { FigureTable } from './figure-table.tsx'
import { homeWords } from './words.ts'

const steps = { '30': 1, '90': 7, '365': 30 } as const
type Period = keyof typeof steps

const firstDay = '2000-01-01'

/** Sales, premium and money over time, by product and distributor. */
export function Figures() {
  const words = useWords(homeWords)
  const { search } = useFilters()
  const { products, distributors } = useNames()
  const period: Period =
    search['period'] === '90' || search['period'] === '365' ? search['period'] : '30'
  const to = today()
  const from = dayPlus(to, 1 - Number(period))
  const sale = {
    ...(search['product_id'] === undefined ? {} : { product_id: search['product_id'] }),
    ...(search['distributor_id'] === undefined ? {} : { distributor_id: search['distributor_id'] }),
  }
  const inPeriod = useCall('showFigures', { query: { from, to, by: 'day', ...sale } })
  const before = useCall('showFigures', {
    query: { from: firstDay, to: dayPlus(from, -1), ...sale },
  })
  // Amounts of several currencies are not added up: one is shown.
  const currencies = currenciesOf([...(inPeriod.data?.rows ?? []), ...(before.data?.rows ?? [])])
  const currency = search['currency'] ?? currencies[0] ?? ''
  return (
    <>
      <FilterBar
        defaults={{ period, currency }}
        filters={[
          {
            name: 'period',
            title: words.period,
            isNeeded: true,
            choices: Object.entries(words.periods).map(([value, title]) => ({ value, title })),
          },
          { name: 'product_id', title: words.product, choices: products },
          { name: 'distributor_id', title: words.distributor, choices: distributors },
          ...(currencies.length > 1
            ? [
                {
                  name: 'currency',
                  title: words.currency,
                  isNeeded: true,
                  choices: currencies.map((value) => ({ value, title: value.toUpperCase() })),
                },
              ]
            : []),
        ]}
      />
      <Loaded query={inPeriod} lines={12}>
        {(figures) => (
          <Drawn
            figures={figures}
            before={(before.data?.rows ?? []).filter((row) => row.currency === currency)}
            currency={currency}
            step={steps[period]}
            period={words.periods[period]}
            sale={sale}
          />
        )}
      </Loaded>
    </>
  )
}

const shown: readonly FigureName[] = [
  'sold',
  'written',
  'collection',
  'conversion',
  'ended',
  'owed',
]

function Drawn({
  figures,
  before,
  currency,
  step,
  period,
  sale,
}: {
  readonly figures: Answer<'showFigures'>
  readonly before: readonly FigureRow[]
  readonly currency: string
  readonly step: number
  readonly period: string
  readonly sale: Readonly<Record<string, string>>
}) {
  const words = useWords(homeWords)
  const { moment } = useMoments()
  const { from, to } = figures
  const rows = figures.rows.filter((row) => row.currency === currency)
  const buckets = bucketsOf(rows, { from, to, step })
  if (rows.length === 0) return <Empty title={words.nothing}>{words.nothingHint}</Empty>
  return (
    <>
      {!figures.is_complete && <p className="quiet">{words.notComplete}</p>}
      <div className="figure-grid">
        {shown.map((name) => (
          <Figure
            key={name}
            name={name}
            buckets={buckets}
            before={before.reduce<Sums>(plus, noSums)}
            currency={currency}
            period={period}
            days={{ from, to }}
          />
        ))}
      </div>
      <FigureTable from={from} to={to} sale={sale} />
      {figures.computed_at !== null && (
        <p className="quiet figure-foot">{words.computed(moment(figures.computed_at))}</p>
      )}
    </>
  )
}

/** The most frequent first. */
function currenciesOf(rows: readonly FigureRow[]): readonly string[] {
  const sold = new Map<string, number>()
  for (const row of rows) sold.set(row.currency, (sold.get(row.currency) ?? 0) + row.sold)
  return [...sold].sort(([, a], [, b]) => b - a).map(([currency]) => currency)
}
