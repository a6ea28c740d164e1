import type { RowOf } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import { Empty, Status, type Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { PolicyNumber } from './policy-number.tsx'
import type { Run } from './run-type.ts'
import { useSayCode } from './say-code.ts'
import { massWords } from './words.ts'

type Result = RowOf<'listMassEndorsementResults'>

const tones: Readonly<Record<Result['outcome'], Tone>> = {
  applied: 'settled',
  skipped: 'quiet',
  failed: 'failed',
  waiting: 'attention',
}

/** What became of each policy. */
export function RunResults({ run }: { readonly run: Run }) {
  const words = useWords(massWords)
  const sayCode = useSayCode()
  const money = useMoney()
  const { text, state } = useColumnKinds<Result>()
  return (
    <List
      title={words.results}
      call="listMassEndorsementResults"
      params={{ massEndorsementId: run.id }}
      keyOf={(result) => result.policy_id}
      pathOf={(result) => `/policies/${result.policy_id}`}
      exportCall="exportMassEndorsementResults"
      columns={[
        {
          ...text('policy', words.policy, (result) => result.policy_id),
          cell: (result) => <PolicyNumber id={result.policy_id} />,
        },
        state('outcome', words.outcome, (result) => result.outcome, words.outcomes, tones),
        text('why', words.why, ({ code }) => (code === null ? null : sayCode(code)), {
          grows: true,
        }),
        {
          ...text('payment', words.payment, ({ price }) =>
            price === null ? null : money(price.payment_after, price.currency),
          ),
          isNumber: true,
        },
      ]}
      filters={[{ name: 'outcome', title: words.outcome, choices: choicesOf(words.outcomes) }]}
      empty={{ title: words.results, hint: words.resultsSoon }}
    />
  )
}

/** Before it is started: what would become of the first policies. */
export function FirstResults({ run }: { readonly run: Run }) {
  const words = useWords(massWords)
  const sayCode = useSayCode()
  const money = useMoney()
  if (run.status === 'previewing' || run.preview === null) {
    return <Empty title={words.statuses.previewing}>{words.previewing}</Empty>
  }
  return (
    <>
      <h2>{words.firstOnly}</h2>
      <ul className="rows">
        {run.preview.results.map(({ policy_id: policyId, outcome, code, price }) => (
          <li key={policyId}>
            <span>
              <Status tone={tones[outcome]}>{words.previewed[outcome]}</Status>{' '}
              <Link to="/policies/$policyId" params={{ policyId }}>
                <PolicyNumber id={policyId} />
              </Link>{' '}
              {code !== null && <span className="quiet">{sayCode(code)}</span>}
            </span>
            {price !== null && (
              <span className="number">{money(price.payment_after, price.currency)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
