import type { Answer } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { Status } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { reconciliationWords } from './reconciliation-words.ts'

type Account = Answer<'listReconciliationAccounts'>[number]

/** How far the money at each provider was read, and what it comes to. */
export function ReconciledAccounts() {
  const words = useWords(reconciliationWords)
  const { data: accounts = [] } = useCall('listReconciliationAccounts')
  if (accounts.length === 0) return null
  return (
    <section className="accounts" aria-label={words.accounts}>
      {accounts.map((account) => (
        <Account key={account.provider} account={account} />
      ))}
    </section>
  )
}

function Account({ account }: { readonly account: Account }) {
  const words = useWords(reconciliationWords)
  const { moment } = useMoments()
  const money = useMoney()
  const provider = plainName(account.provider)
  const { state, read_until: until, refusal, totals } = account
  return (
    <div>
      <p>
        {state === 'refused' ? (
          <Status tone="failed">{words.refused(provider, refusal ?? '')}</Status>
        ) : (
          <Status tone={until === null ? 'quiet' : 'settled'}>
            {until === null ? words.neverRead(provider) : words.account(provider, moment(until))}
          </Status>
        )}
      </p>
      {totals.map(({ currency, balance, fees, paid_out: paidOut, difference, accepted }) => (
        <dl key={currency} className="facts">
          {(
            [
              [words.balance, balance],
              [words.difference, difference],
              ...(accepted === 0 ? [] : [[words.accepted, accepted] as const]),
              [words.fees, fees],
              [words.paidOut, paidOut],
            ] as const
          ).map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  )
}
