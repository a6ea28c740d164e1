import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a busy machine answers while prices are compiled, or while its database is slow. */
const temporary: readonly unknown[] = [
  'pricing_in_preparation',
  'first_request_in_progress',
  'unavailable',
]

/** Asks again where the answer says so, as clients do; the key lets nothing be done twice. */
export async function untilServed<Body extends object>(
  ask: (headers: { readonly 'idempotency-key': string }) => Promise<Body>,
): Promise<Body> {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const body = await ask(headers)
    if (!('code' in body && temporary.includes(body.code))) return body
    await sleep(50)
  }
}
