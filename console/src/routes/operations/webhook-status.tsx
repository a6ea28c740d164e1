import type { RowOf } from '@bindery/sdk'
import { Status } from '../../frame/states.tsx'
import { useWords } from '../../words/language.ts'
import { operationsWords } from './words.ts'

/** Whether an endpoint gets its messages. */
export function WebhookStatus({ webhook }: { readonly webhook: RowOf<'listWebhooks'> }) {
  const words = useWords(operationsWords)
  const reasons: Readonly<Record<string, string>> = words.disabledBecause
  if (webhook.status === 'disabled') {
    const why = reasons[webhook.disabled_because ?? ''] ?? words.webhookStates.disabled
    return <Status tone={webhook.disabled_because === 'request' ? 'quiet' : 'failed'}>{why}</Status>
  }
  if (webhook.failing_since !== null) return <Status tone="attention">{words.failing}</Status>
  return <Status tone="settled">{words.webhookStates.enabled}</Status>
}
