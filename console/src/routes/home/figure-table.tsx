import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../../words/names.ts'
import type { FigureRow } from './buckets.ts'
import { useFigureKinds } from './figure-kinds.ts'
import { homeWords } from './words.ts'

type Group = 'product' | 'distributor'

/** The same figures of each product or distributor, as numbers. */
export function FigureTable({
  from,
  to,
  sale,
}: {
  readonly from: string
  readonly to: string
  readonly sale: Readonly<Record<string, string>>
}) {
  const words = useWords(homeWords)
  const [by, setBy] = useState<Group>('product')
  const rows = useCall('showFigures', { query: { from, to, by, ...sale } })
  return (
    <section className="figure-table">
      <select
        className="filter"
        aria-label={words.by}
        value={by}
        onChange={(event) =>
          setBy(event.currentTarget.value === 'distributor' ? 'distributor' : 'product')
        }
      >
        <option value="product">{words.byGroup.product}</option>
        <option value="distributor">{words.byGroup.distributor}</option>
      </select>
      <Loaded query={rows} lines={3}>
        {(found) => (
          <div className="table-scroll" tabIndex={0} role="region" aria-label={words.groups[by]}>
            <table className="figures">
              <thead>
                <tr>
                  <th>{words.groups[by]}</th>
                  <th>{words.quotes}</th>
                  <th>{words.figures.sold}</th>
                  <th>{words.figures.conversion}</th>
                  <th>{words.figures.ended}</th>
                  <th>{words.figures.written}</th>
                  <th>{words.charged}</th>
                  <th>{words.collected}</th>
                  <th>{words.figures.collection}</th>
                </tr>
              </thead>
              <tbody>
                {found.rows.map((row) => (
                  <Row
                    key={`${row.product_id} ${row.distributor_id} ${row.currency}`}
                    row={row}
                    by={by}
                    days={{ from, to }}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Row({
  row,
  by,
  days: { from, to },
}: {
  readonly row: FigureRow
  readonly by: Group
  readonly days: { readonly from: string; readonly to: string }
}) {
  const names = useNames()
  const kinds = useFigureKinds()
  const money = useMoney()
  const id = by === 'product' ? row.product_id : row.distributor_id
  const name = by === 'product' ? names.product(id ?? '') : names.distributor(id ?? '')
  const percent = (rate: number | null) =>
    rate === null ? '–' : kinds.conversion.write(rate, row.currency)
  const search = {
    [`${by}_id`]: id ?? '',
    created_from: from,
    created_until: to,
  }
  return (
    <tr>
      <th>{name}</th>
      <td>
        <Link to="/quotes" search={search}>
          {row.quotes.toLocaleString()}
        </Link>
      </td>
      <td>
        <Link to="/policies" search={search}>
          {row.sold.toLocaleString()}
        </Link>
      </td>
      <td>{percent(row.conversion)}</td>
      <td>{row.ended.toLocaleString()}</td>
      <td>
        <Link to="/journal" search={{ account: 'premium', from, to, [`${by}_id`]: id ?? '' }}>
          {money(row.written, row.currency)}
        </Link>
      </td>
      <td>{money(row.charged, row.currency)}</td>
      <td>{money(row.collected, row.currency)}</td>
      <td>{percent(row.collection_rate)}</td>
    </tr>
  )
}
