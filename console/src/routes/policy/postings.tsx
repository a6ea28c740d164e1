import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMay } from '../../session/me.ts'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { plusDays, useToday } from './use-today.ts'
import { kindWords } from './kind-words.ts'
import { policyWords } from './words.ts'

/** The pairs of the ledger for this policy, for those who may read the ledger. */
export function Postings({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  return useMay('accounting.read') ? (
    <Journal policy={policy} />
  ) : (
    <p className="quiet">{words.postingsHidden}</p>
  )
}

function Journal({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  const to = useToday(policy)
  const journal = useCall('readJournal', {
    query: { policy_id: policy.id, from: plusDays(to, -365), to, limit: '100' },
  })
  const account = (name: string) => kinds.account[name] ?? name
  return (
    <Loaded query={journal}>
      {(lines) =>
        lines.length === 0 ? (
          <p className="quiet">{words.noPostings}</p>
        ) : (
          <div className="table-scroll" tabIndex={0} role="region" aria-label={words.postings}>
            <p className="quiet">{words.postingsHint}</p>
            <table className="plain-table">
              <thead>
                <tr>
                  <th>{words.date}</th>
                  <th>{words.debit}</th>
                  <th>{words.credits}</th>
                  <th className="number">{words.amount}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.id}>
                    <td>{day(line.booking_day)}</td>
                    <td>{account(line.debit)}</td>
                    <td>{account(line.credit)}</td>
                    <td className="number">{money(line.amount, line.currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  )
}
