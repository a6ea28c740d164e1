import { momentOf } from '../../deadlines/index.ts'
import type { RecordedEvent } from '../../events/index.ts'
import { findPolicy } from '../../policies/index.ts'
import type { Webhook } from '../../webhooks/index.ts'
import type { HttpDeps } from '../deps.ts'
import { viewEvent } from '../events/event.ts'
import { showWholePolicy } from '../policies/whole-policy.ts'

type Deps = Parameters<typeof showWholePolicy>[0] & Pick<HttpDeps, 'clock'>

/**
 * The message for an event: the event as the feed lists it, and with payload `full` the whole
 * policy.
 */
export function messageWriter(deps: Deps) {
  return async (event: RecordedEvent, webhook: Webhook): Promise<string> => {
    const message = viewEvent(event)
    if (webhook.payload === 'thin') return JSON.stringify(message)
    return JSON.stringify({ ...message, record: await recordOf(deps, event, webhook) })
  }
}

/** The policy, as a secret key of the account sees it now. Products have no record. */
async function recordOf(
  deps: Deps,
  { policyId }: RecordedEvent,
  { accountId, accountKind, livemode }: Webhook,
): Promise<object | null> {
  if (policyId === null) return null
  const account = { id: accountId, kind: accountKind }
  const viewer = { account, keyKind: 'secret', livemode } as const
  const policy = await findPolicy(deps.db, viewer, policyId, deps.clock())
  const { now } = await momentOf(deps.db, deps.clock, policy)
  return showWholePolicy(deps, viewer, policy, now, null)
}
