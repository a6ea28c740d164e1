import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type Seller, sellerOn } from '../builders/sale.ts'
import { everyRow, rowsOf } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { privateJobs } from '../support/queue.ts'
import { textAt } from './words.ts'

const secrets = { iban: 'DE89370400440532013000', illness: 'Diverticulitis' }
const person = {
  first_name: 'Wilhelmine',
  last_name: 'Quastenberg',
  email: 'wilhelmine@quastenberg.example',
}

let platform: TestPlatform
/** All that was said to anybody during one whole sale, and the tokens and keys that were used. */
const answers: string[] = []
const credentials: string[] = []
beforeAll(async () => {
  platform = await openTestPlatform()
  await wholeSale()
})
afterAll(() => platform.close())

describe('sensitive data', () => {
  it('is in no answer', () => {
    expect(answers.length).toBeGreaterThan(10)
    expectNone(answers, Object.values(secrets))
    expectNone(answers, ['"sensitive_data"'])
  })

  it('is on no line of the log', () => {
    expectNone(platform.logLines, Object.values(secrets))
  })

  it('is readable in no table of the database', async () => {
    const rows = await everyRow(platform)
    expect(rows.some((row) => row.includes(person.email))).toBe(true)
    expectNone(rows, Object.values(secrets))
    const hex = Object.values(secrets).map((text) => Buffer.from(text).toString('hex'))
    const base64 = Object.values(secrets).map((text) => Buffer.from(text).toString('base64'))
    expectNone(rows, [...hex, ...base64])
  })
})

describe('what is known of a person', () => {
  const known = [...Object.values(person), 'Brandt Leuchten', '+4930901820', 'Lindenallee']

  it('is on no line of the log', () => {
    expect(platform.logLines.length).toBeGreaterThan(10)
    expectNone(platform.logLines, known)
  })

  it('is in no event', async () => {
    const events = await rowsOf(platform, 'events')
    expect(events.length).toBeGreaterThan(5)
    expectNone(events, [...known, ...Object.values(secrets)])
  })

  it('is in no job', async () => {
    expectNone(await rowsOf(platform, privateJobs), known)
  })
})

describe('keys and tokens', () => {
  it('are on no line of the log', () => {
    expect(credentials.length).toBeGreaterThanOrEqual(5)
    expectNone(platform.logLines, credentials)
  })

  it('are in no event', async () => {
    expectNone(await rowsOf(platform, 'events'), credentials)
  })
})

/** Quote, offer, failures, a pending payment, its callback, views, a cancellation and its refund. */
async function wholeSale(): Promise<void> {
  const { keys, insurer } = platform.demo
  const seller = sellerOn(platform)
  const shop = sellerOn(platform, { publicKey: keys.test.public })
  credentials.push(keys.test.secret, keys.test.public, insurer.test.secret)
  const record = async (asked: ReturnType<Seller['quote']>): Promise<JsonObject> => {
    const response = await asked
    answers.push(response.body)
    return response.json<JsonObject>()
  }
  const token = textAt(await record(shop.quote()), 'token')
  const personal = { ...person, sensitive_data: secrets }
  await record(shop.offer(token, { ...personal, language: 'xx' }))
  await record(shop.offer(token, { ...personal, data: {} }))
  await record(shop.offer(`${token}0`, personal))
  const offer = (await record(shop.offer(token, personal))) as {
    id: string
    payment_token: string
  }
  credentials.push(token, offer.payment_token)
  const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
  const paymentId = textAt(await record(shop.pay(offer, card)), 'id')
  await record(shop.pay(offer, card))
  await record(sandboxCallback(platform, { payment_id: paymentId, status: 'ok' }))
  const paths = [`/offers/${offer.id}`, `/payments/${paymentId}`]
  for (const path of paths) await record(seller.get(path))
  await record(shop.get(`/policies/${offer.id}`))
  const policy = await record(seller.get(`/policies/${offer.id}`))
  await record(seller.cancel(offer.id, textAt(policy, 'version_id')))
  await platform.runDue()
  await record(seller.get(`/policies/${offer.id}`))
  await record(seller.get(`/payments/${paymentId}`))
}

function expectNone(texts: readonly string[], forbidden: readonly string[]): void {
  for (const word of forbidden) {
    expect(texts.find((text) => text.includes(word))).toBeUndefined()
  }
}
