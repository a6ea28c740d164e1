import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { documentOf } from '../builders/documents.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import type { ShownRenewal } from '../builders/renewals.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Monthly 300.00 in 2027. The renewal of 2028 is offered on 2 November. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  await platform.close()
})

const onSale = (kind: 'automatic' | 'on_acceptance', more = '', set = '') =>
  publishPricedBike(platform, (text) => {
    const renewal = `renewal:\n  kind: ${kind}\n  notice_days: 60\n  set: { start_date: start${set} }\n`
    const renewed = text.replace(/\nrenewal:\n(?: .*\n)+/, `\n${renewal}`)
    return `${renewed.replace('refund: full_before_start', 'refund: pro_rata')}\n${more}\n`
  })

type Life = Awaited<ReturnType<typeof sold>>
async function sold() {
  return pricedBike(platform, { start: '2027-01-01', price: 30_000, plan: 'monthly' })
}

interface Endorsement {
  readonly id: string
  readonly state: string
  readonly effective_date: string
  readonly answers: JsonObject
  readonly void_reason: string | null
}

const path = ({ id }: Life) => `/policies/${id}/renewal`
const recording = (life: Life, answers: JsonObject, data: JsonObject = {}) =>
  life.seller.post(`${path(life)}/endorsements`, { answers, data })
const record = async (life: Life, answers: JsonObject, data: JsonObject = {}) => {
  const recorded = await recording(life, answers, data)
  expect(recorded.statusCode, recorded.body).toBe(200)
  await platform.runDue()
  return recorded.json<Endorsement>()
}
const revoke = async (life: Life, id: string) => {
  const revoked = await life.seller.post(`${path(life)}/endorsements/${id}/revoke`, {})
  await platform.runDue()
  return revoked
}
const listed = async (life: Life) => {
  const shown = await life.seller.get(`${path(life)}/endorsements`)
  return shown.json<{ endorsements: Endorsement[]; allowed: JsonObject }>()
}
const states = async (life: Life) =>
  (await listed(life)).endorsements.map(({ state, void_reason }) => [state, void_reason])
const renewal = async (life: Life) => (await life.seller.get(path(life))).json<ShownRenewal>()
const estimate = async (life: Life, answers: JsonObject) =>
  life.transactions.preview(life.id, { renewal: { endorsement: { answers } } })
const decide = async (life: Life, verb: 'accept' | 'decline') => {
  const decided = await life.seller.post(`${path(life)}/${verb}`, {})
  expect(decided.statusCode, decided.body).toBe(200)
}
const renewalEvents = async ({ id }: Life) => {
  const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
  return history
    .json<{ events: { type: string; data: { reason?: string } }[] }>()
    .events.filter(({ type }) => type.startsWith('renewal.'))
    .map(({ type, data: { reason } }) => {
      const name = type.slice('renewal.'.length)
      return reason === undefined ? name : `${name} ${reason}`
    })
}
const priceOf = async ({ id, transactions }: Life) =>
  (await transactions.view(id)).quote.gross_payment_amount

describe('an endorsement of the next term', () => {
  it('is estimated today, priced with the notice, and counts from the first day of the term', async () => {
    await onSale('automatic')
    const life = await sold()
    await life.to('2027-06-10')
    expect((await estimate(life, { bike_price: 36_000 })).renewal).toMatchObject({
      gross_payment_amount_before: 30_000,
      gross_payment_amount: 36_000,
      is_estimate: true,
    })
    const recorded = await record(life, { bike_price: 36_000 })
    expect(recorded).toMatchObject({ state: 'pending', effective_date: '2028-01-01' })
    expect(await renewal(life)).toMatchObject({ state: 'scheduled', gross_payment_amount: null })
    expect((await life.transactions.preview(life.id, { renewal: {} })).renewal).toMatchObject({
      gross_payment_amount: 36_000,
    })
    // An endorsement of the running term has the earlier day: the next term keeps its own value.
    const { token } = await life.transactions.quoteEndorsement(life.id, { bike_price: 33_000 })
    await life.transactions.endorse(life.id, { quote_token: token })
    await life.to('2027-11-15')
    expect(await renewal(life)).toMatchObject({
      state: 'offered',
      gross_payment_amount_before: 33_000,
      gross_payment_amount: 36_000,
    })
    expect(await priceOf(life)).toBe(33_000)
    await life.to('2028-01-02')
    expect(await priceOf(life)).toBe(36_000)
    expect(await life.transactions.days(life.id)).toMatchObject([
      { day: '2027-01-01', payment: 30_000 },
      { day: '2027-06-10', payment: 33_000 },
      { day: '2028-01-01', payment: 36_000 },
    ])
    expect(await states(life)).toEqual([['applied', null]])
    expect(await renewalEvents(life)).toEqual([
      'endorsement_recorded',
      'offered',
      'endorsement_applied',
    ])
    // A correction of the past year keeps it as well.
    const late = await life.transactions.quoteEndorsement(
      life.id,
      { bike_price: 31_000 },
      '2027-12-15',
    )
    await life.transactions.endorse(life.id, { quote_token: late.token })
    expect(await priceOf(life)).toBe(36_000)
  })

  it('counts with others, of which the later one wins, and is revoked by itself', async () => {
    await onSale('automatic')
    const life = await sold()
    await life.to('2027-06-10')
    const first = await record(life, { bike_price: 36_000, damage_cover: true })
    await record(life, { bike_price: 39_000 })
    expect((await life.transactions.preview(life.id, { renewal: {} })).renewal).toMatchObject({
      gross_payment_amount: 39_000,
    })
    expect((await revoke(life, first.id)).json()).toMatchObject({ state: 'revoked' })
    const again = await revoke(life, first.id)
    expect([again.statusCode, again.json()]).toMatchObject([
      422,
      { code: 'next_term_endorsement_ended' },
    ])
    await life.to('2028-01-02')
    const { quote } = await life.transactions.view(life.id)
    expect(quote.customer_input).toMatchObject({ bike_price: 39_000, damage_cover: false })
    expect(await states(life)).toEqual([
      ['revoked', null],
      ['applied', null],
    ])
  })

  it('voids a renewal that is offered or accepted, which is priced and offered again', async () => {
    await onSale('on_acceptance')
    const life = await sold()
    await life.to('2027-11-15')
    await decide(life, 'accept')
    await record(life, { bike_price: 27_000 })
    const offered = await renewal(life)
    expect(offered).toMatchObject({ state: 'offered', gross_payment_amount: 27_000 })
    const [{ id } = { id: '' }] = (await listed(life)).endorsements
    await revoke(life, id)
    expect(await renewal(life)).toMatchObject({ state: 'offered', gross_payment_amount: 30_000 })
    await record(life, { bike_price: 28_000 })
    await decide(life, 'accept')
    await life.to('2028-01-02')
    expect(await priceOf(life)).toBe(28_000)
    expect(await renewalEvents(life)).toEqual([
      'offered',
      'accepted',
      'endorsement_recorded',
      'voided endorsed',
      'offered',
      'endorsement_revoked',
      'voided endorsed',
      'offered',
      'endorsement_recorded',
      'voided endorsed',
      'offered',
      'accepted',
      'endorsement_applied',
    ])
  })

  it('keeps the version that was offered, whatever is published since', async () => {
    await onSale('automatic')
    const life = await sold()
    await life.to('2027-11-15')
    const { product_version_id } = await renewal(life)
    await onSale('automatic', '', ', bike_price: { add: 5000 }')
    await record(life, { damage_cover: true })
    expect(await renewal(life)).toMatchObject({ product_version_id, gross_payment_amount: 30_000 })
  })

  it('ends with the renewal that is declined, blocked, never accepted or cancelled', async () => {
    await onSale('on_acceptance')
    const [declined, ignored, cancelled, reinstated, blocked] = [
      await sold(),
      await sold(),
      await sold(),
      await sold(),
      await sold(),
    ]
    const all = [declined, ignored, cancelled, reinstated]
    for (const life of all) {
      await life.to('2027-11-15')
      await record(life, { bike_price: 36_000 })
    }
    await decide(declined, 'decline')
    expect(await states(declined)).toEqual([['voided', 'declined']])
    const refused = await recording(declined, { bike_price: 40_000 })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'renewal_declined' }])
    for (const life of [cancelled, reinstated]) {
      await life.transactions.cancel(life.id, '2027-11-30')
      expect(await states(life)).toEqual([['pending', null]])
    }
    const { payment } = await reinstated.transactions.reinstate(reinstated.id)
    if (payment !== null) {
      const card = { provider: 'sandbox', method: 'card' }
      await reinstated.transactions.pay(reinstated.id, payment.token, card)
    }
    await platform.runDue()
    expect(await renewal(reinstated)).toMatchObject({ gross_payment_amount: 36_000 })
    await decide(reinstated, 'accept')
    await blocked.to('2027-06-15')
    await record(blocked, { bike_price: 36_000 })
    await publishPricedBike(platform, (text) => text.replace(/\nrenewal:\n(?: .*\n)+/, '\n'))
    for (const life of [...all, blocked]) await life.to('2028-01-03')
    expect(await states(ignored)).toEqual([['voided', 'not_accepted']])
    expect(await states(cancelled)).toEqual([['voided', 'cancelled']])
    expect(await states(reinstated)).toEqual([['applied', null]])
    expect(await priceOf(reinstated)).toBe(36_000)
    expect(await states(blocked)).toEqual([['voided', 'blocked']])
    expect((await renewalEvents(blocked)).slice(-1)).toEqual(['endorsement_voided blocked'])
  })

  it('takes only what may change, from who may endorse, while a next term is to come', async () => {
    await onSale('automatic')
    const life = await sold()
    const wrong = await recording(life, { start_date: '2028-02-01' }, { phone: 'none' })
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { code: 'invalid_data', errors: [{ field: 'start_date', rules: ['quote_patch'] }, {}] },
    ])
    const same = await recording(life, { bike_price: 30_000 })
    expect(same.json()).toMatchObject({ code: 'nothing_to_endorse' })
    const broker = await sellerOn(platform).post(`${path(life)}/endorsements`, {
      answers: { bike_price: 1 },
    })
    expect([broker.statusCode, broker.json()]).toMatchObject([
      403,
      { code: 'endorsements_by_insurer' },
    ])
    expect((await listed(life)).allowed).toMatchObject({ record: { allowed: true } })
    await life.transactions.cancel(life.id, '2027-11-30')
    const cancelled = await recording(life, { bike_price: 40_000 })
    expect(cancelled.json()).toMatchObject({ code: 'policy_cancelled' })
    expect((await listed(life)).allowed).toMatchObject({ record: { code: 'policy_cancelled' } })
  })

  it('comes with a retry, whose values count more unless they are recorded later', async () => {
    await onSale('automatic')
    const life = await sold()
    await life.to('2027-06-10')
    await record(life, { bike_price: 36_000 })
    await publishPricedBike(platform, (text) => text.replace(/\nrenewal:\n(?: .*\n)+/, '\n'))
    await life.to('2027-11-15')
    expect(await renewal(life)).toMatchObject({ state: 'blocked' })
    await onSale('automatic')
    const body = { answers: { bike_price: 35_700 } }
    expect((await life.seller.post(`${path(life)}/retry`, body)).statusCode).toBe(200)
    await platform.runDue()
    expect(await renewal(life)).toMatchObject({ state: 'offered', gross_payment_amount: 35_700 })
    await record(life, { bike_price: 38_000 })
    expect(await renewal(life)).toMatchObject({ state: 'offered', gross_payment_amount: 38_000 })
  })
})

describe('the notice of a renewal', () => {
  it('names what is endorsed for the next term, beside what it was', async () => {
    const clock = await newClock(platform, '2027-12-01T09:00:00Z')
    const secretKey = platform.demo.insurer.test.secret
    const seller = sellerOn(platform, { clock, secretKey })
    const data = { policy_start_date: '2028-01-01', deductible: 500_000 }
    const [plain, endorsed] = [
      await soldPolicy(seller, { quote: { data } }),
      await soldPolicy(seller, { quote: { data } }),
    ]
    const answers = { deductible: 1_000_000 }
    const recorded = await seller.post(`/policies/${endorsed.id}/renewal/endorsements`, { answers })
    expect(recorded.statusCode, recorded.body).toBe(200)
    await advanceAll(platform, clock, '2028-11-15T09:00:00Z')
    const [without, notice] = [
      await documentOf(platform, plain.id, 'renewal_notice'),
      await documentOf(platform, endorsed.id, 'renewal_notice'),
    ]
    expect(without.text).not.toContain('At your request')
    expect(notice.text).toContain('At your request Until now From 1 January 2029 on')
    expect(notice.text).toContain('€5,000 €10,000')
  })
})

describe('an endorsement of the next term under German law', () => {
  it('counts also where the tariff may not rise: at the price of the version before', async () => {
    await onSale('automatic', 'law: de', ', bike_price: { add: 3000 }')
    const [plain, endorsed] = [await sold(), await sold()]
    await endorsed.to('2027-06-10')
    await record(endorsed, { damage_cover: true })
    for (const life of [plain, endorsed]) await life.to('2028-01-02')
    expect(await priceOf(plain)).toBe(30_000)
    const { quote } = await endorsed.transactions.view(endorsed.id)
    expect(quote).toMatchObject({
      gross_payment_amount: 30_000,
      customer_input: { bike_price: 30_000, damage_cover: true },
    })
    expect(await states(endorsed)).toEqual([['applied', null]])
    expect((await renewalEvents(endorsed)).slice(-2)).toEqual([
      'price_held no_clause',
      'endorsement_applied',
    ])
  })
})
