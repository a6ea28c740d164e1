import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Loaded } from '../../frame/states.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { WebhookStatus } from './webhook-status.tsx'
import { operationsTitles, operationsWords } from './words.ts'

function Webhooks() {
  const words = useWords(operationsWords)
  const { webhooks: title } = useWords(operationsTitles)
  const { moment } = useMoments()
  const webhooks = useCall('listWebhooks')
  return (
    <Page title={title}>
      <Loaded query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.noWebhooks}>{words.noWebhooksHint}</Empty>
          ) : (
            <ul className="rows">
              {rows.map((webhook) => (
                <li key={webhook.id}>
                  <span>
                    <Link to={`/webhooks/${webhook.id}`}>{webhook.url}</Link>{' '}
                    <span className="quiet">{webhook.description}</span>
                  </span>
                  <span className="quiet">
                    <WebhookStatus webhook={webhook} />
                    {webhook.failing_since !== null &&
                      ` ${words.since(moment(webhook.failing_since))}`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

export { Webhooks as page }
