import type { CustomerAccount } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from '../policy/kind-words.ts'
import { customerWords } from './words.ts'

/** One account over all policies of the person, in each of their currencies. */
export function CustomerStatement({ customerId }: { readonly customerId: string }) {
  const words = useWords(customerWords)
  const account = useCall('showCustomerAccount', { params: { customerId } })
  return (
    <Loaded query={account}>
      {({ statements }) =>
        statements.length === 0 ? (
          <>
            <h2>{words.statement}</h2>
            <p className="quiet">{words.noEntries}</p>
          </>
        ) : (
          statements.map((statement) => (
            <Statement key={statement.currency} statement={statement} />
          ))
        )
      }
    </Loaded>
  )
}

function Statement({
  statement: { currency, owed, entries, policies },
}: {
  readonly statement: CustomerAccount['statements'][number]
}) {
  const words = useWords(customerWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  const numbers = new Map(policies.map((one) => [one.policy_id, one.insurer_policy_id]))
  const title = words.statementIn(currency.toUpperCase())
  return (
    <>
      <h2>{title}</h2>
      <div className="table-scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{words.date}</th>
              <th>{words.policy}</th>
              <th>{words.entry}</th>
              <th className="number">{words.amount}</th>
              <th className="number">{words.balance}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, n) => (
              <tr key={`${n} ${entry.id}`}>
                <td>{day(entry.date)}</td>
                <td>{numbers.get(entry.policy_id)}</td>
                <td>{kinds.entry[entry.kind] ?? entry.kind}</td>
                <td className="number">
                  {entry.amount === 0 ? '' : money(entry.amount, currency)}
                </td>
                <td className="number">{money(entry.owed, currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {owed < 0 ? words.credit : words.owes}
              </th>
              <td className="number">
                <strong>{money(Math.abs(owed), currency)}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}
