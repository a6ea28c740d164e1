import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { useCommands } from '../../frame/commands.ts'
import { Page } from '../../frame/page.tsx'
import { useWayBack } from '../../frame/way-back.ts'
import { Failed, Loaded, type Tone } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useWords } from '../../words/language.ts'
import { useRecordWords } from '../../words/use-record-words.ts'
import { DeliveryPeek } from './delivery-peek.tsx'
import { WebhookStatus } from './webhook-status.tsx'
import { operationsTitles } from './titles.ts'
import { operationsWords } from './words.ts'

type Delivery = RowOf<'listDeliveries'>

const tones: Readonly<Record<Delivery['status'], Tone>> = {
  delivered: 'settled',
  waiting: 'attention',
  parked: 'failed',
}

/** An endpoint: whether it works, what it was sent, and why that failed. */
function WebhookPage() {
  useWayBack()
  const { webhookId = '' }: { readonly webhookId?: string } = useParams({ strict: false })
  const { webhooks } = useWords(operationsTitles)
  const webhook = useCall('showWebhook', { params: { webhookId } })
  return (
    <Page title={webhook.data?.url ?? webhooks} isWide acts={<Acts webhookId={webhookId} />}>
      <Deliveries
        webhookId={webhookId}
        head={
          <Loaded query={webhook} lines={1}>
            {(found) => (
              <p className="list-note">
                <WebhookStatus webhook={found} /> <span className="quiet">{found.description}</span>
              </p>
            )}
          </Loaded>
        }
      />
    </Page>
  )
}

function Acts({ webhookId }: { readonly webhookId: string }) {
  const words = useWords(operationsWords)
  const params = { webhookId }
  const webhook = useCall('showWebhook', { params })
  const [result, setResult] = useState<string | null>(null)
  const test = useAct('testWebhook', ({ delivered, attempt }) =>
    setResult(
      delivered
        ? words.testDelivered(String(attempt.status))
        : `${words.testFailed}: ${attempt.failure ?? attempt.status ?? words.noAnswer}`,
    ),
  )
  const resend = useAct('resendDeliveries', () => showToast(words.resent))
  const allowed = webhook.data?.allowed
  const why = (act: 'test' | 'resend') =>
    allowed === undefined ? '' : allowed[act].allowed ? null : (allowed[act].reason ?? '')
  const sendTest = () => test.mutate({ params })
  const sendFailed = () => resend.mutate({ params, body: { failed: true } })
  useCommands([
    {
      id: 'test webhook',
      group: words.deliveries,
      title: words.test,
      disabledBecause: why('test'),
      run: sendTest,
    },
    {
      id: 'resend failed',
      group: words.deliveries,
      title: words.resendFailed,
      disabledBecause: why('resend'),
      run: sendFailed,
    },
  ])
  const error = test.error ?? resend.error
  return (
    <>
      <span role="status">{result}</span>
      {error !== null && <Failed error={error} />}
      <Button
        variant="default"
        size="xs"
        disabled={why('test') !== null}
        title={why('test') ?? undefined}
        loading={test.isPending}
        onClick={sendTest}
      >
        {words.test}
      </Button>
      <Button
        size="xs"
        disabled={why('resend') !== null}
        title={why('resend') ?? undefined}
        loading={resend.isPending}
        onClick={sendFailed}
      >
        {words.resendFailed}
      </Button>
    </>
  )
}

function Deliveries({ webhookId, head }: { readonly webhookId: string; readonly head: ReactNode }) {
  const words = useWords(operationsWords)
  const { text, moment, state, id } = useColumnKinds<Delivery>()
  const { say, both, draw } = useRecordWords()
  const answerOf = ({ attempts }: Delivery) => {
    const last = attempts.at(-1)
    return last === undefined ? '' : (last.status?.toString() ?? last.failure ?? words.noAnswer)
  }
  return (
    <List
      title={words.deliveries}
      call="listDeliveries"
      params={{ webhookId }}
      head={head}
      keyOf={(delivery) => delivery.id}
      peek={(delivery) => ({
        title: say(delivery.type),
        content: <DeliveryPeek webhookId={webhookId} delivery={delivery} />,
      })}
      columns={[
        {
          ...text('type', words.type, ({ type }) => both(type), { grows: true, width: 260 }),
          cell: ({ type }) => draw(type),
        },
        state('status', words.status, (delivery) => delivery.status, words.deliveryStates, tones),
        text('answer', words.lastAnswer, answerOf, { width: 180 }),
        moment('last', words.at, ({ attempts }) => attempts.at(-1)?.at ?? null),
        moment('next', words.next, (delivery) => delivery.next_attempt_at),
        {
          ...text('failures', words.failures, (one) => String(one.failures)),
          isNumber: true,
        },
        id('id', words.id, (delivery) => delivery.id),
      ]}
      filters={[
        { name: 'status', title: words.status, choices: choicesOf(words.deliveryStates) },
        { name: 'event_id', title: words.id },
      ]}
      empty={{ title: words.noDeliveries, hint: words.noDeliveriesHint }}
    />
  )
}

export { WebhookPage as page }
