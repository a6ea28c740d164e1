import type { Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import { signSandboxCallback } from '../../src/payments/index.ts'
import { type TestPlatform, testSandboxSecret } from '../support/platform.ts'

/** The sandbox provider calls back, as it would: signed, and just now unless told otherwise. */
export function sandboxCallback(
  platform: TestPlatform,
  body: JsonObject,
  changes: { readonly secret?: string; readonly sentAt?: Temporal.Instant } = {},
): Promise<Response> {
  const id = 'msg_1'
  const sentAt = changes.sentAt ?? platform.clock()
  const timestamp = String(Math.floor(sentAt.epochMilliseconds / 1000))
  const payload = JSON.stringify(body)
  const secret = changes.secret ?? testSandboxSecret
  return platform.app.inject({
    method: 'POST',
    url: '/payments/callbacks/sandbox',
    payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signSandboxCallback(secret, id, timestamp, payload),
    },
  })
}
