import { describe, expect, it } from 'vitest'
import { signatureHeaders } from '../../outside/index.ts'
import type { MandateSetup } from '../mandate-setup.ts'
import type { Payment } from '../payment.ts'
import { sandbox } from './sandbox.ts'
import { sandboxMandates } from './sandbox-script.ts'

const secret = Buffer.from('a secret of thirty-two bytes, yes')
const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
const body = JSON.stringify({ payment_id: 't1', status: 'ok' })

const headersOf = (text: string, key: Uint8Array = secret) =>
  signatureHeaders({ id: 'msg_1', at: now, body: text }, [key])

/** The callback that the provider reads from a signed body, right away. */
const readCallback = (text: string, headers = headersOf(text), at = now) =>
  sandbox({ secret, publicUrl: 'https://api.insurer.example' }).readCallback?.(headers, text, at)
/** The same about a payment. */
const callbackOf = (...read: Parameters<typeof readCallback>) => {
  const callback = readCallback(...read) ?? null
  return callback !== null && 'paymentId' in callback ? callback : null
}

/** As much of a payment as the sandbox looks at. */
const payment = (changes: Partial<Payment> = {}) =>
  ({
    id: 't1',
    currency: 'eur',
    reference: null,
    mandateId: null,
    createdAt: now,
    ...changes,
  }) as Payment

describe('a callback of the sandbox', () => {
  it('reports a payment that was made, and the mandate that it gave', () => {
    const callback = callbackOf(body)
    expect(callback?.paymentId).toBe('t1')
    const made = { status: 'ok', chargeId: 'sandbox-charge-t1', reference: null }
    const newMandate = { reference: 'sandbox', hint: '•••• 4242' }
    expect(callback?.answerFor(payment())).toEqual({ ...made, mandate: newMandate })
    expect(callback?.answerFor(payment({ reference: 'sandbox-mandate_none' }))).toEqual(made)
    expect(callback?.answerFor(payment({ mandateId: 'man_1' }))).toEqual(made)
  })

  it('reports a mandate that was confirmed without a payment, or was not', () => {
    const setup = {
      id: 'mns_1',
      reference: 'sandbox-confirm-mandate_late',
    } as unknown as MandateSetup // Enough here.
    const answerTo = (status: string) => {
      const callback = readCallback(JSON.stringify({ mandate_setup_id: 'mns_1', status }))
      return callback && 'setupId' in callback ? callback.answerFor(setup) : null
    }
    expect(answerTo('ok')).toMatchObject({ status: 'ok', mandate: { hint: '•••• 4242' } })
    expect(answerTo('failed')).toMatchObject({ status: 'failed', errorCode: 'not_confirmed' })
    expect(() => answerTo('charged_back')).toThrow('mandate_setup_id')
  })

  it('reports a payment that failed', () => {
    const callback = callbackOf(JSON.stringify({ payment_id: 't1', status: 'failed' }))
    expect(callback?.answerFor(payment())).toEqual({
      status: 'failed',
      errorCode: 'not_confirmed',
      reason: 'The card holder did not confirm.',
      decline: 'soft',
    })
  })

  it('is believed only as it was signed, with the secret, and for five minutes', () => {
    expect(callbackOf(body.replace('t1', 't2'), headersOf(body))).toBeNull()
    expect(
      callbackOf(body, headersOf(body, Buffer.from('another secret, as long as that'))),
    ).toBeNull()
    expect(callbackOf(body, {})).toBeNull()
    expect(callbackOf(body, headersOf(body), now.add({ seconds: 301 }))).toBeNull()
  })

  it.each(['[]', '"ok"', '{}', '{"payment_id":1,"status":"ok"}', '{"payment_id":"t1"}'])(
    'that says %s is refused, although it is signed',
    (text) => {
      expect(() => callbackOf(text)).toThrow('must name a payment_id or mandate_setup_id')
    },
  )
})

describe('the mandate of a sandbox payment', () => {
  /** What becomes of the first four tries to collect by it, as asked about a week later. */
  async function tries(mandate: string): Promise<string[]> {
    const provider = sandbox({ secret, publicUrl: 'https://api.insurer.example' })
    const signal = AbortSignal.abort(new Error('no answer'))
    const given = payment({ reference: provider.referenceFor?.({ mandate }) ?? null })
    const first = await provider.charge(given, { options: {}, keepsMandate: true }, signal)
    const { reference = '' } = (first.status === 'ok' ? first.mandate : undefined) ?? {}
    if (reference === '') return []
    const answerTo = async (attempt: number) => {
      const script = provider.referenceForCollection?.(reference, attempt, now) ?? null
      const collected = payment({ id: `t${attempt}`, mandateId: 'man_1', reference: script })
      const answer = await provider
        .collect?.(collected, { reference, debitOn: null }, signal)
        .catch(() => null)
      const later = await provider.find(collected, now.add({ hours: 7 * 24 }), signal)
      const outcomes = [answer ?? { status: 'nothing' as const }, later].map((one) =>
        one.status === 'failed' ? `${one.decline}` : one.status,
      )
      return outcomes.join(', then ')
    }
    return Promise.all([1, 2, 3, 4].map(answerTo))
  }

  it('plays what it was asked to, try by try, and remembers nothing', async () => {
    const played = await Promise.all(sandboxMandates.map(async (one) => [one, await tries(one)]))
    const four = (one: string) => [one, one, one, one]
    expect(Object.fromEntries(played)).toEqual({
      ok: four('ok, then ok'),
      none: [],
      soft_decline: four('soft, then soft'),
      hard_decline: four('hard, then hard'),
      third_try: ['soft, then soft', 'soft, then soft', 'ok, then ok', 'ok, then ok'],
      revoked: four('revoked, then revoked'),
      late: four('pending, then ok'),
      charge_back: four('ok, then charged_back'),
      pending: four('pending, then pending'),
      timeout: four('nothing, then ok'),
      unreached: four('nothing, then soft'),
    })
  })

  it('plays so from a day on, where one is named', async () => {
    const provider = sandbox({ secret, publicUrl: 'https://api.insurer.example' })
    const options = { mandate: 'hard_decline', mandate_from: '2027-09-01' }
    const given = provider.referenceFor?.(options) ?? ''
    const on = (day: string) =>
      provider.referenceForCollection?.(given, 1, Temporal.Instant.from(`${day}T09:00:00Z`))
    expect(on('2027-08-31')).toBe('sandbox-mandate_hard_decline-from_20270901')
    expect(on('2027-09-01')).toBe('sandbox-hard_decline-mandate_hard_decline-from_20270901')
    expect(provider.referenceFor?.({ ...options, mandate_from: 'soon' })).toBe(
      'sandbox-mandate_hard_decline',
    )
  })

  it('changes what it plays at every moment that is named, in whatever order they are', () => {
    const provider = sandbox({ secret, publicUrl: 'https://api.insurer.example' })
    const given =
      provider.referenceFor?.({
        mandate_then: [
          { from: '2027-09-30T22:00:00.000Z', mandate: 'ok' },
          { from: '2027-08-31T22:00:00Z', mandate: 'soft_decline' },
          { from: '2028-01-01', mandate: 'hard_decline' },
          { from: 'soon', mandate: 'ok' },
          { from: '2028-01-02', mandate: 'dance' },
        ],
      }) ?? ''
    const at = (moment: string) =>
      provider
        .referenceForCollection?.(given, 1, Temporal.Instant.from(moment))
        ?.split('-')
        .find((part) => part !== 'sandbox')
    expect(at('2027-08-31T21:59:59Z')).toMatch(/^then_/)
    expect(at('2027-08-31T22:00:00Z')).toBe('soft_decline')
    expect(at('2027-09-30T21:59:59Z')).toBe('soft_decline')
    expect(at('2027-09-30T22:00:00Z')).toMatch(/^then_/)
    expect(at('2028-01-01T00:00:00Z')).toBe('hard_decline')
    expect(at('2029-01-01T00:00:00Z')).toBe('hard_decline')
  })

  it('lets what is collected play the refunds of the payment that gave it', () => {
    const provider = sandbox({ secret, publicUrl: 'https://api.insurer.example' })
    const given = provider.referenceFor?.({ refund: 'pending', mandate: 'third_try' })
    expect(given).toBe('sandbox-refund_pending-mandate_third_try')
    expect(provider.referenceForCollection?.(given ?? '', 1, now)).toBe(
      'sandbox-soft_decline-refund_pending-mandate_third_try',
    )
  })
})
