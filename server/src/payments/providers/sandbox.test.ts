import { describe, expect, it } from 'vitest'
import { signatureHeaders } from '../../outside/index.ts'
import { sandbox } from './sandbox.ts'

const secret = Buffer.from('a secret of thirty-two bytes, yes')
const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const body = JSON.stringify({ payment_id: 't1', status: 'ok' })

const headersOf = (text: string, key: Uint8Array = secret) =>
  signatureHeaders({ id: 'msg_1', at: now, body: text }, [key])

/** What the provider hears, just then, of a body that was signed as it came. */
const heard = (text: string, headers = headersOf(text), at = now) =>
  sandbox({ secret }).readCallback?.(headers, text, at)

describe('a callback of the sandbox', () => {
  it('tells of a payment that was made', () => {
    expect(heard(body)).toEqual({
      paymentId: 't1',
      answer: { status: 'ok', chargeId: 'sandbox-charge-t1', reference: null },
    })
  })

  it('tells of a payment that was not', () => {
    expect(heard(JSON.stringify({ payment_id: 't1', status: 'failed' }))?.answer).toEqual({
      status: 'failed',
      errorCode: 'not_confirmed',
      reason: 'The card holder did not confirm.',
    })
  })

  it('is believed only as it was signed, with the secret, and for five minutes', () => {
    expect(heard(body.replace('t1', 't2'), headersOf(body))).toBeNull()
    expect(heard(body, headersOf(body, Buffer.from('another secret, as long as that')))).toBeNull()
    expect(heard(body, {})).toBeNull()
    expect(heard(body, headersOf(body), now.add({ seconds: 301 }))).toBeNull()
  })

  it.each(['[]', '"ok"', '{}', '{"payment_id":1,"status":"ok"}', '{"payment_id":"t1"}'])(
    'that says %s is refused, although it is signed',
    (text) => {
      expect(() => heard(text)).toThrow('must name a payment_id and a status')
    },
  )
})
