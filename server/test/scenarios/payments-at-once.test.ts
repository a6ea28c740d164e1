import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { PaymentId, PolicyId, PolicyVersionId } from '../../src/kernel/index.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type OfferCreated, madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { eventsOf, paymentsOf, tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

const rounds = 10
const paymentsAtOnce = 16
const outcomes = ['ok', 'failed', 'pending', 'ok']
/** What a race may be answered with; nothing in it is a failure of ours. */
const possible = ['200', '202', '400', '409', '412', '422']

describe('payments that arrive all at once', () => {
  it('for one policy end with one policy, and no two transactions wait for each other', async () => {
    for (let round = 0; round < rounds; round++) {
      const offer = await madeOffer(sellerOn(platform))
      const first = await Promise.all(
        Array.from({ length: paymentsAtOnce }, (_, n) => pay(offer, n)),
      )
      const second = await Promise.all([...confirmations(first), ...secondThoughts(offer)])
      const answers = [...first, ...second.flat()]
      const odd = answers.filter((answer) => !possible.includes(String(answer.statusCode)))
      expect(odd.map((answer) => answer.body)).toEqual([])

      const live = (await paymentsOf(platform, offer.id)).filter((one) => one.status !== 'failed')
      expect(live.length).toBeLessThanOrEqual(1)
      const issued = live[0]?.status === 'ok' ? 1 : 0
      expect(tally(await eventsOf(platform, offer.id))['policy.issued'] ?? 0).toBe(issued)
    }
    expect(await deadlocks()).toBe(0)
  })

  it('for many policies, in any order, do not wait for each other either', async () => {
    const before = await deadlocks()
    const seller = sellerOn(platform)
    const offers = await Promise.all(Array.from({ length: 24 }, () => madeOffer(seller)))
    const answers = await Promise.all([
      ...offers.map((offer) => seller.pay(offer)),
      ...offers.toReversed().map((offer) => seller.pay(offer)),
      ...offers.toSorted((a, b) => (a.payment_token < b.payment_token ? -1 : 1)).map(payByCard),
      ...offers.map(() => platform.handlers.sweep({})),
    ])
    const statuses = answers.flatMap((answer) => (answer === undefined ? [] : answer.statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(offers.length)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await deadlocks()).toBe(before)
  })
})

const payByCard = (offer: OfferCreated) =>
  sellerOn(platform).pay(offer, { provider: 'sandbox', method: 'card' })

/** Half of them by invoice, half by card, with the answers that cards have. */
function pay(offer: OfferCreated, n: number): Promise<Response> {
  if (n % 2 === 0) return sellerOn(platform).pay(offer)
  const sandbox = { outcome: outcomes[((n - 1) / 2) % outcomes.length] ?? 'ok' }
  return sellerOn(platform).pay(offer, { provider: 'sandbox', method: 'card', sandbox })
}

/** Everybody who has something to say about the payments that were started. */
function confirmations(started: readonly Response[]): Promise<Response[]>[] {
  return started
    .filter((answer) => answer.statusCode === 200)
    .map((answer) => answer.json<{ id: PaymentId }>().id)
    .flatMap((id) => [
      Promise.all(
        ['ok', 'failed'].map((status) => sandboxCallback(platform, { payment_id: id, status })),
      ).then((answers) => answers.filter((answer) => answer.statusCode !== 404)), // An invoice.
      platform.handlers.settle_payment({ paymentId: id }).then(() => []),
    ])
}

/** Meanwhile the customer cancels, pays again, and time goes by. */
function secondThoughts(offer: OfferCreated): Promise<Response[]>[] {
  return [
    cancel(offer),
    cancel(offer),
    pay(offer, 0).then((answer) => [answer]),
    pay(offer, 1).then((answer) => [answer]),
    platform.handlers.sweep({}).then(() => []),
  ]
}

async function cancel(offer: OfferCreated): Promise<Response[]> {
  const seller = sellerOn(platform)
  const policy = await seller.get(`/policies/${offer.id}`)
  const answer = await seller.cancel(offer.id, policy.json<{ version_id: string }>().version_id)
  if (answer.statusCode !== 202) return [answer]
  const { _links: links } = answer.json<{ _links: { status: { href: string } } }>()
  // Both are the platform's own: the link is .../versions/{id}/status.
  const task = {
    policyId: offer.id as PolicyId,
    versionId: links.status.href.split('/').at(-2) as PolicyVersionId,
  }
  await platform.handlers.assemble_transaction(task)
  await Promise.all([
    platform.handlers.credit_due(task),
    platform.handlers.credit_due(task),
    platform.handlers.make_documents({ ...task, occasion: 'cancellation' }),
  ])
  return [answer]
}

/** As PostgreSQL counts them: a transaction that was tried again counts too. */
async function deadlocks(): Promise<number> {
  // A connection reports its statistics when it likes to; asked all at once, each of them does it now.
  const everyConnection = Array.from({ length: platform.db.pool.totalCount }, () =>
    platform.db.query(sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`),
  )
  await Promise.all(everyConnection)
  const rows = await platform.db.query<{ deadlocks: number }>(sql`
    select deadlocks from pg_stat_database where datname = current_database()`)
  return rows[0]?.deadlocks ?? Number.NaN
}

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
