import type { CustomerAccount } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { StatementTable } from '../policy/statement-table.tsx'
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
  const numbers = new Map(policies.map((one) => [one.policy_id, one.insurer_policy_id]))
  const title = words.statementIn(currency.toUpperCase())
  return (
    <>
      <h2>{title}</h2>
      <StatementTable
        title={title}
        currency={currency}
        owed={owed}
        entries={entries}
        policyOf={(entry) => numbers.get(entry.policy_id)}
      />
    </>
  )
}
