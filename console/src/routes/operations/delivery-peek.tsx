import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useAct } from '../../api/use-call.ts'
import { CallsAsCode } from '../../frame/calls-as-code.tsx'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { operationsWords } from './words.ts'

type Delivery = RowOf<'listDeliveries'>

/** What became of one event at one endpoint, attempt by attempt; the newest first. */
export function DeliveryPeek({
  webhookId,
  delivery,
}: {
  readonly webhookId: string
  readonly delivery: Delivery
}) {
  const words = useWords(operationsWords)
  const { time } = useMoments()
  const resend = useAct('resendDeliveries', () => showToast(words.resent))
  const request = { params: { webhookId }, body: { event_id: delivery.id } }
  return (
    <>
      <Facts
        of={[
          [words.type, <code key="type">{delivery.type}</code>],
          [words.status, words.deliveryStates[delivery.status]],
          [words.failures, delivery.failures],
          [words.next, delivery.next_attempt_at && time(delivery.next_attempt_at)],
          [words.id, <CopyId key="id" id={delivery.id} />],
        ]}
      />
      <div className="review">
        <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate(request)}>
          {words.resend}
        </Button>
        {resend.error !== null && <Failed error={resend.error} />}
      </div>
      <h3>{words.attempts}</h3>
      <ol className="rows">
        {delivery.attempts.toReversed().map((attempt) => (
          <li key={attempt.at}>
            <span>
              {attempt.status ?? attempt.failure ?? words.noAnswer}{' '}
              <span className="quiet">{words.took(attempt.duration_ms)}</span>
            </span>
            <span className="quiet">{time(attempt.at)}</span>
            {attempt.answer !== null && attempt.answer !== '' && (
              <pre className="code attempt-answer">{attempt.answer}</pre>
            )}
          </li>
        ))}
      </ol>
      <CallsAsCode calls={[{ id: 'resendDeliveries', request }]} />
    </>
  )
}
