import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pendingPayment } from '../builders/pending-payment.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let page: Seller
let server: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  server = sellerOn(platform)
})
afterAll(() => platform.close())

const voided = (id: string, token: string) => page.post(`/payments/${id}/void`, { token })
const shown = async (id: string) => (await server.get(`/payments/${id}`)).json<object>()

describe('a customer who waits for the bank', () => {
  it('gives the payment up and pays otherwise: the first is never made', async () => {
    const { id, token, offer } = await pendingPayment(server)
    const answer = await voided(id, token)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ object: 'payment', id, status: 'failed' })
    expect(await shown(id)).toMatchObject({
      status: 'failed',
      error_code: 'given_up',
      reason: 'The customer chose another way to pay.',
    })
    expect((await page.pay(offer)).json()).toMatchObject({ status: 'ok' })
    // Said again it changes nothing, whatever came after.
    expect((await voided(id, token)).json()).toMatchObject({ status: 'failed' })
    expect((await server.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'paid' })
  })

  it('has paid where the charge was made already', async () => {
    const { id, token, offer } = await pendingPayment(server, { void: 'captured' })
    expect((await voided(id, token)).json()).toMatchObject({ status: 'ok' })
    expect((await server.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'paid' })
    expect((await page.pay(offer)).statusCode).toBe(400)
  })

  it('gets the money back that the bank takes all the same', async () => {
    const { id, token, offer } = await pendingPayment(server)
    await voided(id, token)
    await page.pay(offer)
    await sandboxCallback(platform, { payment_id: id, status: 'ok' })
    await platform.runDue()
    expect(await shown(id)).toMatchObject({
      status: 'failed',
      refunds: [{ status: 'ok', method: 'whole' }],
    })
  })

  it('cannot give up what is not theirs, or without its token', async () => {
    const { id } = await pendingPayment(server)
    const { token } = await pendingPayment(server)
    for (const wrong of [id, 'tx']) {
      expect(answer(await voided(wrong, token))).toStrictEqual(
        refused(404, 'payment_not_found', `Payment ${wrong} was not found.`),
      )
    }
    expect(await shown(id)).toMatchObject({ status: 'pending' })
  })

  it('leaves as it is what is paid', async () => {
    const { id, payment_id, payment_token } = await soldPolicy(server)
    const answer = await voided(payment_id, payment_token)
    expect(answer.json()).toMatchObject({ status: 'ok' })
    expect((await server.get(`/policies/${id}`)).json()).toMatchObject({ status: 'paid' })
  })
})
