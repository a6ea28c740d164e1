import type { RowOf } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Loaded } from '../../frame/states.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { reconciliationWords } from './reconciliation-words.ts'

type Item = RowOf<'searchReconciliation'>

/** Both sides of a movement, why they differ, and what one does about it. */
export function ReconciliationPeek({ item }: { readonly item: Item }) {
  const words = useWords(reconciliationWords)
  const { day, time } = useMoments()
  const money = useMoney()
  const { currency, amount, own_amount: own, problem, fee } = item
  const causes: Readonly<Record<string, string>> = words.causes
  const problems: Readonly<Record<string, string>> = words.problems
  const here = problem === 'not_here' ? words.nothing : words.undecided
  return (
    <>
      <h3>{words.bothSides}</h3>
      <Facts
        of={[
          [words.state, words.states[item.state]],
          [words.problem, problem && problems[problem]],
          [words.there, amount === null ? words.nothing : money(amount, currency)],
          [words.here, own === null ? here : money(own, currency)],
          [words.difference, money(item.difference, currency)],
          [words.fee, fee !== 0 && money(fee, currency)],
          [words.happened, time(item.happened_at)],
          [words.valueDate, item.value_date && day(item.value_date)],
        ]}
      />
      {problem !== null && (
        <>
          <h3>{words.cause}</h3>
          <p>{causes[problem]}</p>
        </>
      )}
      {item.payment_id !== null && <Movements paymentId={item.payment_id} />}
      <Facts
        of={[
          [words.provider, plainName(item.provider)],
          [words.type, item.type && plainName(item.type)],
          [words.reference, item.reference && <CopyId key="reference" id={item.reference} />],
          [words.source, item.source && <CopyId key="source" id={item.source} />],
          [words.payment, item.payment_id && <CopyId key="payment" id={item.payment_id} />],
          [words.refund, item.refund_id && <CopyId key="refund" id={item.refund_id} />],
          [words.id, <CopyId key="id" id={item.id} />],
        ]}
      />
    </>
  )
}

/** The amounts are of all of them together, so each is shown. */
function Movements({ paymentId }: { readonly paymentId: string }) {
  const words = useWords(reconciliationWords)
  const { time } = useMoments()
  const money = useMoney()
  const items = useCall('searchReconciliation', { query: { payment_id: paymentId } })
  return (
    <>
      <h3>{words.movements}</h3>
      <Loaded query={items} lines={2}>
        {(rows) => (
          <ul className="rows">
            {rows.map((one) => (
              <li key={one.id}>
                <span>{words.kinds[one.kind]}</span>
                <span className="quiet">{time(one.happened_at)}</span>
                <span className="number">
                  {one.amount === null ? words.nothing : money(one.amount, one.currency)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}
