import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../frame/copy-id.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { personOf } from './person-of.ts'
import { disputeWords } from './dispute-words.ts'

/** What the bank asks, by when, and where one answers: at the provider. */
export function DisputePeek({ dispute }: { readonly dispute: RowOf<'searchDisputes'> }) {
  const words = useWords(disputeWords)
  const { time } = useMoments()
  const money = useMoney()
  const { state, currency, evidence_due_at: due, closed_at: closed } = dispute
  const isToAnswer = state === 'needs_response' || state === 'warning_needs_response'
  return (
    <>
      <Facts
        of={[
          [words.state, words.states[state]],
          [words.due, due && time(due)],
          [words.policy, dispute.policy_number],
          [words.customer, personOf(dispute)],
          [words.amount, money(dispute.amount, currency)],
          [words.fee, dispute.fee > 0 && money(dispute.fee, currency)],
          [words.reason, plainName(dispute.reason)],
          [words.loss, state === 'lost' && (dispute.loss ? words.isLoss : words.isOwed)],
          [words.provider, plainName(dispute.provider)],
          [words.reference, <CopyId key="reference" id={dispute.reference} />],
          [words.payment, <CopyId key="payment" id={dispute.payment_id} />],
          [words.opened, time(dispute.opened_at)],
          [words.closed, closed && time(closed)],
          [words.id, <CopyId key="id" id={dispute.id} />],
        ]}
      />
      <h3>{words.toDo}</h3>
      <p>{words.toDos[state]}</p>
      <div className="review">
        <Button
          component="a"
          href={dispute.url}
          target="_blank"
          rel="noreferrer"
          variant={isToAnswer ? 'filled' : 'default'}
        >
          {isToAnswer ? words.answer : words.view}
        </Button>
      </div>
      <p>
        <Link to={`/policies/${dispute.policy_id}`}>{words.toPolicy}</Link>
      </p>
    </>
  )
}
