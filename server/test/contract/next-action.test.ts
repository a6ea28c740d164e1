import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerBank, paymentToConfirm } from '../builders/confirmation.ts'
import { pendingPayment } from '../builders/pending-payment.ts'
import { type Seller, madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let page: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
})
afterAll(() => platform.close())

const card = (outcome: string) => ({ provider: 'sandbox', method: 'card', sandbox: { outcome } })
const shown = async (id: string, token: string) =>
  (await page.get(`/payments/${id}`, { 'payment-token': token })).json<Record<string, unknown>>()
const statusOf = async (id: string) =>
  (await page.get(`/policies/${id}`)).json<{ status: string }>().status

describe('a payment that its customer has to confirm', () => {
  it('says where, again and again, until it is made', async () => {
    const { id, offer, action } = await paymentToConfirm(page)
    const { payment_token: token } = offer
    expect(await shown(id, token)).toMatchObject({
      status: 'pending',
      reason: null,
      next_action: { type: 'redirect', url: action },
    })
    const bank = await platform.app.inject(action.slice(new URL(action).origin.length))
    expect(bank.body).toMatch(/Pay €[\d,.]+\?/)
    expect(bank.headers['content-security-policy']).toContain("form-action 'self'")
    expect(await statusOf(offer.id)).toBe('accepted')
    expect((await answerBank(platform, action, 'ok')).body).toContain('Confirmed.')
    expect(await statusOf(offer.id)).toBe('paid')
    const made = await shown(id, token)
    expect(made).toMatchObject({ status: 'ok' })
    expect(made).not.toHaveProperty('next_action')
    // A second, different answer to the bank's page changes nothing.
    expect((await answerBank(platform, action, 'failed')).body).toContain('Confirmed.')
    expect(await shown(id, token)).toMatchObject({ status: 'ok' })
  })

  it('can be declined, and the offer be paid for otherwise', async () => {
    const { id, offer, action } = await paymentToConfirm(page)
    expect((await page.pay(offer)).statusCode).toBe(422) // Never two at once.
    await answerBank(platform, action, 'failed')
    expect(await shown(id, offer.payment_token)).toMatchObject({
      status: 'failed',
      reason: 'The card holder did not confirm.',
    })
    expect((await page.pay(offer)).json()).toMatchObject({ status: 'ok' })
  })

  it('is not made by a confirmation that comes after it was given up', async () => {
    const { id, offer, action } = await paymentToConfirm(page)
    const token = offer.payment_token
    await page.post(`/payments/${id}/void`, { token })
    expect((await answerBank(platform, action, 'ok')).body).toContain('Not paid.')
    expect(await statusOf(offer.id)).toBe('ready')
    expect((await page.pay(offer, card('ok'))).json()).toMatchObject({ status: 'ok' })
  })

  it('is repeated with what there is to do then', async () => {
    const offer = await madeOffer(page)
    const payment = { token: offer.payment_token, policy_id: offer.id, ...card('confirm') }
    const send = () => page.post('/payments', payment, { 'idempotency-key': 'once' })
    const [first, again] = [await send(), await send()]
    expect(again.json()).toEqual(first.json())
    const { url } = first.json<{ next_action: { url: string } }>().next_action
    await answerBank(platform, url, 'ok')
    const last = (await send()).json<Record<string, unknown>>()
    expect(last).toMatchObject({ status: 'ok' })
    expect(last).not.toHaveProperty('next_action')
  })

  it('is confirmed by nobody without the address', async () => {
    const { id, offer, action } = await paymentToConfirm(page)
    const other = await pendingPayment(page)
    for (const url of [
      `http://x/sandbox-bank/${id}`,
      `http://x/sandbox-bank/${id}?token=`,
      action.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      action.replace(id, other.id),
      'http://x/sandbox-bank/nonsense?token=1',
    ]) {
      expect((await answerBank(platform, url, 'ok')).statusCode, url).toBe(404)
    }
    expect(await statusOf(offer.id)).toBe('accepted')
  })
})

it('a payment that nobody has to confirm has no next action', async () => {
  const { id, token } = await pendingPayment(page)
  const payment = await shown(id, token)
  expect(payment).not.toHaveProperty('next_action')
  for (const secret of ['token', 'amount', 'customer_id', 'policy_id']) {
    expect(payment).not.toHaveProperty(secret)
  }
})

it('a payment is shown to no public key without its token', async () => {
  const { id } = await pendingPayment(page)
  const other = await pendingPayment(page)
  expect((await page.get(`/payments/${id}`)).statusCode).toBe(401)
  for (const token of ['', 'x', other.token]) {
    const refused = await page.get(`/payments/${id}`, { 'payment-token': token })
    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toEqual({ status: 'Not Found' })
  }
})
