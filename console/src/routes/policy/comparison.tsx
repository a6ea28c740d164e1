import type { Answer, Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import { useFields } from './show-value.ts'
import { useFormOf } from './use-form.ts'
import { policyWords } from './words.ts'

type Compared = Answer<'comparePolicyVersions'>
type Days = Compared['days'][number]

/** Two versions beside each other: the days, fields and prices in which they differ. */
export function Comparison({
  policy,
  from,
  to,
}: {
  readonly policy: Policy
  readonly from: string
  readonly to: string
}) {
  const compared = useCall('comparePolicyVersions', {
    params: { policyId: policy.id },
    query: { from, to },
  })
  return (
    <Loaded query={compared}>{(shown) => <Differences policy={policy} compared={shown} />}</Loaded>
  )
}

function Differences({
  policy,
  compared,
}: {
  readonly policy: Policy
  readonly compared: Compared
}) {
  const words = useWords(policyWords)
  const { days, periods, currency } = compared
  const priced = periods.filter(({ difference }) => difference.gross_payment_amount !== 0)
  if (days.length === 0 && priced.length === 0) return <p className="quiet">{words.same}</p>
  return (
    <div className="comparison">
      {days.length > 0 && <DifferingDays policy={policy} days={days} currency={currency} />}
      {priced.length > 0 && <Prices compared={compared} priced={priced} />}
    </div>
  )
}

function DifferingDays({
  policy,
  days,
  currency,
}: {
  readonly policy: Policy
  readonly days: readonly Days[]
  readonly currency: string
}) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  const { data: form } = useFormOf(policy)
  const { label, value } = useFields(form)
  const price = (side: Days['before']) =>
    side === null
      ? words.notSold
      : `${kinds.segment[side.kind]}, ${money(side.gross_payment_amount, currency)}`
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{words.field}</th>
          <th>{words.before}</th>
          <th>{words.after}</th>
        </tr>
      </thead>
      {days.map(({ first_day: first, last_day: last, before, after, replaced }) => (
        <tbody key={first}>
          <tr>
            <th colSpan={3} scope="rowgroup" className="quiet">
              {day(first)} {last === null ? '' : words.until(day(last))}
            </th>
          </tr>
          {price(before) !== price(after) && (
            <tr>
              <td>{words.price}</td>
              <td>{price(before)}</td>
              <td>{price(after)}</td>
            </tr>
          )}
          {replaced.map((one) => (
            <tr key={one.field}>
              <td>{label(one.field, one.labels)}</td>
              <td>
                <bdi>{value(one.field, one.before)}</bdi>
              </td>
              <td>
                <bdi>{value(one.field, one.after)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Prices({
  compared,
  priced,
}: {
  readonly compared: Compared
  readonly priced: Compared['periods']
}) {
  const words = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const amount = (cents: number) => money(cents, compared.currency)
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{words.period}</th>
          <th className="number">{words.before}</th>
          <th className="number">{words.after}</th>
          <th className="number">{words.difference}</th>
        </tr>
      </thead>
      <tbody>
        {priced.map(({ first_day: first, last_day: last, before, after, difference }) => (
          <tr key={first}>
            <td>{words.ofPeriod(day(first), day(last))}</td>
            <td className="number">{amount(before.gross_payment_amount)}</td>
            <td className="number">{amount(after.gross_payment_amount)}</td>
            <td className="number">{amount(difference.gross_payment_amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td />
          <td />
          <td className="number">
            <strong>{amount(compared.total.gross_payment_amount)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
