import type { Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import { signatureHeaders } from '../../src/outside/index.ts'
import { type TestPlatform, testSandboxSecret } from '../support/platform.ts'

/** The sandbox provider calls back, as it would: signed, and just now unless the options say otherwise. */
export function sandboxCallback(
  platform: TestPlatform,
  body: JsonObject,
  changes: { readonly secret?: Uint8Array; readonly sentAt?: Temporal.Instant } = {},
): Promise<Response> {
  const sentAt = changes.sentAt ?? platform.clock()
  const payload = JSON.stringify(body)
  const secret = changes.secret ?? testSandboxSecret
  return platform.app.inject({
    method: 'POST',
    url: '/payments/callbacks/sandbox',
    payload,
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders({ id: 'msg_1', at: sentAt, body: payload }, [secret]),
    },
  })
}
