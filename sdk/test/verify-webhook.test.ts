import { signatureHeaders } from '@bindery/server/src/outside/index.ts'
import { describe, expect, it } from 'vitest'
import { WebhookError, verifyWebhook } from '../src/index.ts'
import { failureOf } from './support.ts'

const key = Buffer.from('a secret that two parties share.')
const secret = `whsec_${key.toString('base64')}`
const at = Temporal.Instant.from('2027-03-01T09:00:00Z')
const now = new Date(at.epochMilliseconds)
const body = '{"type":"policy.issued","customer":"Zoë"}'

function signed(changes: Readonly<Record<string, string>> = {}) {
  return { ...signatureHeaders({ id: 'msg_1', at, body }, [key]), ...changes }
}

describe('a webhook', () => {
  it('signed by the server is believed, whatever form its headers and body have', async () => {
    const content = { type: 'policy.issued', customer: 'Zoë' }
    expect(await verifyWebhook(secret, signed(), body, { now })).toEqual(content)
    const shouted = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])
    expect(await verifyWebhook(secret, Object.fromEntries(shouted), body, { now })).toEqual(content)
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook(secret, new Headers(signed()), bytes, { now })).toEqual(content)
  })

  it('agrees with the example of the Standard Webhooks specification', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const at = { now: new Date(1_614_265_330_000) }
    expect(await verifyWebhook(known, headers, '{"test": 2432232314}', at)).toEqual({
      test: 2432232314,
    })
  })

  it('signed with the old and the new secret is believed for either', async () => {
    const right = signed()['webhook-signature']
    const headers = signed({ 'webhook-signature': `v1,AAAA v1a,whatever v1,?? ${right}` })
    expect(await verifyWebhook(secret, headers, body, { now })).toMatchObject({
      type: 'policy.issued',
    })
  })

  const wrong: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['another body', {}, body.replace('issued', 'cancelled')],
    ['another id', { 'webhook-id': 'msg_2' }, body],
    ['another time', { 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, body],
    ['no signature', { 'webhook-signature': '' }, body],
    ['a signature of another scheme', { 'webhook-signature': 'v2,AAAA' }, body],
    ['a time that is none', { 'webhook-timestamp': '1e9' }, body],
  ]
  it.each(wrong)('with %s is not believed', async (_what, changes, content) => {
    const verified = verifyWebhook(secret, signed(changes), content, { now })
    expect(await failureOf(verified)).toBeInstanceOf(WebhookError)
  })

  it('signed with another secret is not believed', async () => {
    const other = `whsec_${Buffer.from('not the secret of these parties.').toString('base64')}`
    expect(await failureOf(verifyWebhook(other, signed(), body, { now }))).toBeInstanceOf(
      WebhookError,
    )
  })

  it('of another time is believed only within the tolerance', async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      verifyWebhook(secret, signed(), body, {
        now: new Date(now.getTime() + seconds * 1000),
        toleranceSeconds,
      })
    await at(300)
    await at(-300)
    expect(await failureOf(at(301))).toBeInstanceOf(WebhookError)
    expect(await failureOf(at(-301))).toBeInstanceOf(WebhookError)
    await at(600, 600)
  })

  it('cannot be checked with a secret that is none, and says so to the programmer', async () => {
    expect(await failureOf(verifyWebhook('whsec_', signed(), body, { now }))).toBeInstanceOf(
      TypeError,
    )
  })
})
