import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import type { Bucket, Sums } from './buckets.ts'
import { Chart } from './chart.tsx'
import { type FigureName, useFigureKinds } from './figure-kinds.ts'
import { homeWords } from './words.ts'

/** One figure over time, with its sum, which leads to the list that it counts. */
export function Figure({
  name,
  buckets,
  before,
  currency,
  period,
  days,
}: {
  readonly name: FigureName
  readonly buckets: readonly Bucket[]
  /** Over all days before the period. */
  readonly before: Sums
  readonly currency: string
  readonly period: string
  readonly days: { readonly from: string; readonly to: string }
}) {
  const words = useWords(homeWords)
  const money = useMoney()
  const { day } = useMoments()
  const [pointed, setPointed] = useState<number | null>(null)
  const shortDay = new Intl.DateTimeFormat(useLocale(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const kind = useFigureKinds()[name]
  const values = kind.series(buckets, before)
  const write = (value: number) => kind.write(value, currency)
  const at = pointed === null ? null : buckets[pointed]
  const shown = pointed === null ? kind.total(buckets, before) : (values[pointed] ?? null)
  const all = kind.ofWhat(buckets, (cents) => money(cents, currency))
  const { to, search } = kind.list(days)
  return (
    <section className="figure" aria-label={words.figures[name]}>
      <h2>
        <Link to={to} search={search} title={words.explained[name]}>
          {words.figures[name]}
        </Link>
      </h2>
      <p className="figure-total">{shown === null ? '–' : write(shown)}</p>
      <p className="quiet">
        {at == null
          ? (all ?? period)
          : at.from === at.to
            ? day(at.from)
            : `${day(at.from)} – ${day(at.to)}`}
      </p>
      <Chart
        label={words.chart(words.figures[name], period)}
        starts={buckets.map(({ from }) => Date.parse(`${from}T00:00:00Z`) / 1000)}
        values={values}
        kind={kind.isLine ? 'line' : 'bars'}
        write={(value) => kind.mark(value)}
        writeStart={(seconds) => shortDay.format(seconds * 1000)}
        onPoint={setPointed}
      />
    </section>
  )
}
