import type { Delivery, Webhook } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeWebhook(
  webhook: Webhook & { readonly secret?: string },
  paint: Paint,
): string[] {
  const lines = facts(
    [
      ['webhook', paint.bold(webhook.id)],
      ['address', webhook.url],
      ['events', webhook.events.join(', ')],
      ['payload', webhook.payload],
      ['status', statusOf(webhook)],
      ...(webhook.secret === undefined ? [] : [['secret', webhook.secret] as const]),
    ],
    paint,
  )
  if (webhook.secret === undefined) return lines
  return [...lines, '', 'Store the secret now. It is not shown again.']
}

export function describeWebhooks(webhooks: readonly Webhook[], paint: Paint): string[] {
  if (webhooks.length === 0)
    return ['There are no webhooks in this mode. Create one with: bindery webhooks create <url>']
  const rows = webhooks.map((one) => [one.id, one.url, one.events.join(', '), statusOf(one)])
  return table(['id', 'address', 'events', 'status'], rows, paint)
}

export function describeDeliveries(deliveries: readonly Delivery[], paint: Paint): string[] {
  if (deliveries.length === 0) return ['Nothing has been sent yet.']
  const rows = deliveries.map(({ id, type, status, attempts, next_attempt_at: next }) => {
    const last = attempts.at(-1)
    const took = last === undefined ? '' : `${last.duration_ms} ms`
    return [id, type, status, String(attempts.length), took, last?.failure ?? '', next ?? '']
  })
  return table(['event', 'type', 'status', 'attempts', 'last took', 'failure', 'next'], rows, paint)
}

function statusOf({ status, disabled_because: because, failing_since: since }: Webhook): string {
  if (because !== null) return `${status} (${because})`
  return since === null ? status : `${status}, failing since ${since}`
}
