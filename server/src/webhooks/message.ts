import { createHmac } from 'node:crypto'
import { signatureHeaders } from '../outside/index.ts'
import type { LegacyHeaders } from './webhook.ts'

/** What is sent of one event. */
export interface Message {
  /** The id of the event, also when it is sent again. */
  readonly id: string
  readonly type: string
  readonly body: string
}

/** A secret that messages are signed with, as it was shown and as a key. */
export interface SecretInForce {
  readonly text: string
  readonly key: Uint8Array
}

const userAgent = 'Bindery-Webhooks'

/** The headers of a message, signed with the secrets in force, the newest first. */
export function messageHeaders(
  message: Message,
  secrets: readonly SecretInForce[],
  legacy: LegacyHeaders | null,
  now: Temporal.Instant,
): Record<string, string> {
  const keys = secrets.map(({ key }) => key)
  return {
    'content-type': 'application/json',
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...signatureHeaders({ ...message, at: now }, keys),
    ...(legacy === null ? {} : legacyHeaders(message, secrets, legacy)),
  }
}

/** There is room for one signature: the older secret's, until its overlap is over. */
function legacyHeaders(
  { id, type, body }: Message,
  secrets: readonly SecretInForce[],
  names: LegacyHeaders,
): Record<string, string> {
  const secret = secrets.at(-1)?.text ?? ''
  const signature = createHmac('sha1', secret).update(body).digest('hex')
  return { [names.event]: type, [names.delivery]: id, [names.signature]: `sha1=${signature}` }
}
