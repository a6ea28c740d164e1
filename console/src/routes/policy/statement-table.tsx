import type { ReactNode } from 'react'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import { policyWords } from './words.ts'

interface Entry {
  readonly id: string | null
  readonly kind: string
  readonly date: string
  readonly amount: number
  readonly owed: number
}

/** An account line by line, with what is owed after each; of one policy or of several. */
export function StatementTable<Line extends Entry>({
  title,
  currency,
  owed,
  entries,
  policyOf,
  more,
  neutral,
}: {
  readonly title: string
  readonly currency: string
  readonly owed: number
  readonly entries: readonly Line[]
  /** The number of the policy, where lines are of several. */
  readonly policyOf?: (line: Line) => string | undefined
  /** What else a line says. */
  readonly more?: (line: Line) => ReactNode
  /** What stands in place of an amount that changes nothing. */
  readonly neutral?: (line: Line) => number | null
}) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={title}>
      <table className="plain-table">
        <thead>
          <tr>
            <th>{words.date}</th>
            {policyOf !== undefined && <th>{words.tabs.policy}</th>}
            <th>{words.entry}</th>
            <th className="number">{words.amount}</th>
            <th className="number">{words.balance}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, n) => {
            const total = entry.amount === 0 ? (neutral?.(entry) ?? null) : null
            return (
              <tr key={`${n} ${entry.id}`}>
                <td>{day(entry.date)}</td>
                {policyOf !== undefined && <td>{policyOf(entry)}</td>}
                <td>
                  {kinds.entry[entry.kind] ?? entry.kind} {more?.(entry)}
                </td>
                <td className="number">
                  {total !== null ? (
                    <span className="quiet">{money(total, currency)}</span>
                  ) : entry.amount === 0 ? (
                    ''
                  ) : (
                    money(entry.amount, currency)
                  )}
                </td>
                <td className="number">{money(entry.owed, currency)}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={policyOf === undefined ? 3 : 4}>
              {owed < 0 ? words.credit : words.owes}
            </th>
            <td className="number">
              <strong>{money(Math.abs(owed), currency)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
