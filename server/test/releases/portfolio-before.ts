import { expect } from 'vitest'
import type { ClockId, JsonObject } from '../../src/kernel/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import {
  type OfferCreated,
  type Seller,
  madeOffer,
  offerMedia,
  sellerOn,
  soldPolicy,
} from '../builders/sale.ts'
import type { TestPlatform } from '../support/platform.ts'

/** What a release has sold, and what it said of it. */
export interface PortfolioBefore {
  readonly soldAt: string
  /** A price that nobody has taken yet. */
  readonly quoteToken: string
  /** An offer that nobody has paid yet. */
  readonly open: OfferCreated
  readonly paid: { readonly id: string; readonly versionId: string }
  /** A policy by the month, on a clock of its own. */
  readonly monthly: { readonly id: string; readonly clock: ClockId }
  /** A request that its sender may repeat. */
  readonly request: { readonly key: string; readonly body: JsonObject; readonly id: string }
  /** Answers by their paths. */
  readonly answers: Readonly<Record<string, JsonObject>>
}

const firstMonths = '2027-05-10'
const nextMonth = '2027-06-10'

/** A sale in every state, and one by the month with a charge-back. */
export async function sellBefore(platform: TestPlatform): Promise<PortfolioBefore> {
  const seller = sellerOn(platform)
  const open = await madeOffer(seller)
  const paid = await soldPolicy(seller)
  const cancelled = await soldPolicy(seller, { payment: { provider: 'sandbox', method: 'card' } })
  const cancelling = await seller.cancel(cancelled.id, cancelled.version_id)
  expect(cancelling.statusCode, cancelling.body).toBe(202)
  const life = await lifeOf(platform, monthlyBike('2027-03-01', '2027-03-02', 'charge_back'))
  await life.to('2027-04-12')
  await life.payOpen()
  await life.to(firstMonths)
  platform.clock.advance({ minutes: 10 })
  await platform.runDue()
  await platform.handlers.sweep({})
  await platform.runDue()
  const body = { ...(await tokenAndData(platform, seller)) }
  const key = 'repeated after the update'
  const sent = await seller.post('/policies', body, { 'idempotency-key': key, accept: offerMedia })
  expect(sent.statusCode, sent.body).toBe(200)
  const paths = [paid.id, cancelled.id, life.id].flatMap((id) => [
    `/policies/${id}`,
    `/policies/${id}/account`,
  ])
  const manager = managerOn(platform)
  const answers = await Promise.all(
    paths.map(async (path) => [path, (await manager.get(path)).json<JsonObject>()] as const),
  )
  return {
    soldAt: platform.clock().toString(),
    quoteToken: (await tokenAndData(platform, seller)).quote_token,
    open: { id: open.id, payment_token: open.payment_token },
    paid: { id: paid.id, versionId: paid.version_id },
    monthly: { id: life.id, clock: life.clock },
    request: { key, body, id: sent.json<OfferCreated>().id },
    answers: Object.fromEntries(answers),
  }
}

async function tokenAndData({ demo }: TestPlatform, seller: Seller) {
  const { token } = (await seller.quote()).json<{ token: string }>()
  return { ...demo.products['cyber']?.policy, quote_token: token }
}

/** Business goes on where the release before has left it, and nothing of it has changed. */
export async function goOn(platform: TestPlatform, before: PortfolioBefore): Promise<void> {
  const { open, paid, monthly, request } = before
  const seller = sellerOn(platform)
  const manager = managerOn(platform)
  const statusOf = async (id: string) =>
    (await manager.get(`/policies/${id}`)).json<{ status: string }>().status

  for (const [path, answer] of Object.entries(before.answers)) {
    expect((await manager.get(path)).json(), path).toMatchObject(answer)
  }
  const headers = { 'idempotency-key': request.key, accept: offerMedia }
  const repeated = await seller.post('/policies', request.body, headers)
  expect(repeated.json<OfferCreated>().id).toBe(request.id)

  const payment = await seller.pay(open)
  expect(payment.statusCode, payment.body).toBe(200)
  expect(await statusOf(open.id)).toBe('paid')
  const offer = await seller.offer(before.quoteToken)
  expect(offer.statusCode, offer.body).toBe(200)

  const cancelling = await seller.cancel(paid.id, paid.versionId)
  expect(cancelling.statusCode, cancelling.body).toBe(202)
  await platform.runDue()
  expect(await statusOf(paid.id)).toBe('cancelled')

  const instalments = async () =>
    (await manager.get(`/manage/invoices?policy_id=${monthly.id}&kind=instalment`)).json<object[]>()
  const { length } = await instalments()
  platform.clock.advance({ seconds: 1 })
  await advanceAll(platform, monthly.clock, `${nextMonth}T10:00:00Z`)
  expect(await instalments()).toHaveLength(length + 1)
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
}
