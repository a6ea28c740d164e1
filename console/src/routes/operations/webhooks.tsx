import type { RowOf } from '@bindery/sdk'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { WebhookStatus } from './webhook-status.tsx'
import { operationsTitles } from './titles.ts'
import { operationsWords } from './words.ts'

type Webhook = RowOf<'listWebhooks'>

export function WebhookList(place: ListPlace) {
  const words = useWords(operationsWords)
  const { text, moment, id } = useColumnKinds<Webhook>()
  return (
    <List
      {...place}
      call="listWebhooks"
      isWhole
      keyOf={(webhook) => webhook.id}
      pathOf={(webhook) => `/webhooks/${webhook.id}`}
      columns={[
        text('url', words.url, (webhook) => webhook.url, { grows: true, width: 280 }),
        {
          ...text('status', words.status, (webhook) => webhook.status, { width: 180 }),
          cell: (webhook) => <WebhookStatus webhook={webhook} />,
        },
        moment('failing', words.failingSince, (webhook) => webhook.failing_since),
        text('sends', words.sends, ({ events }) =>
          events.includes('*') ? words.everything : words.some(events.length),
        ),
        text('description', words.description, (webhook) => webhook.description ?? null, {
          grows: true,
        }),
        id('id', words.id, (webhook) => webhook.id),
      ]}
      empty={{ title: words.noWebhooks, hint: words.noWebhooksHint }}
    />
  )
}

export const page = listPage(operationsTitles, 'webhooks', WebhookList)
