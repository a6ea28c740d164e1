import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId, JsonObject, PolicyId, ProductVersionId } from '../../src/kernel/index.ts'
import { openSecret } from '../../src/policies/index.ts'
import { publishProduct } from '../../src/products/index.ts'
import { billedAs } from '../builders/billed.ts'
import { newClock } from '../builders/clock.ts'
import { documentOf } from '../builders/documents.ts'
import { demoAccount } from '../builders/credentials.ts'
import { publishedDraft, pushedDraft, withoutLaw, withoutRenewal } from '../builders/draft.ts'
import { card, planIdOf } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let first: ProductVersionId
let example: ProductVersionId
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  const seller = sellerOn(platform)
  const { id } = await soldPolicy(seller)
  const sold = (await seller.get(`/policies/${id}`)).json<{
    product_version_id: ProductVersionId
  }>()
  example = sold.product_version_id
  first = await publishedDraft(platform, 'cyber', { 'product.yaml': withoutLaw })
})
// Each story begins with the tariff of the example; a dearer renewal needs no proof here.
beforeEach(async () => {
  await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), first)
  await platform.feed.caughtUp()
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

interface Stage {
  readonly clock: ClockId
  readonly seller: Seller
  readonly transactions: ReturnType<typeof transactionsOn>
  readonly renewals: ReturnType<typeof renewalsOn>
}

async function onClock(product: string, at: string): Promise<Stage> {
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product, clock, secretKey })
  return {
    clock,
    seller,
    transactions: transactionsOn(platform, seller),
    renewals: renewalsOn(platform, seller, clock),
  }
}

/** A company insured from 1 March 2031 on, without an end. */
async function company(): Promise<Stage & { readonly id: string }> {
  const stage = await onClock('cyber', '2031-02-01T09:00:00Z')
  const { id } = await soldPolicy(stage.seller, {
    quote: { data: { policy_start_date: '2031-03-01' } },
  })
  return { ...stage, id }
}

/** A bike insured for a year from 1 June 2031 on. */
async function bike(purchased = '2031-04-01'): Promise<Stage & { readonly id: string }> {
  const stage = await onClock('bike', '2031-05-01T09:00:00Z')
  const data = { start_date: '2031-06-01', purchase_date: purchased }
  const { id } = await soldPolicy(stage.seller, { quote: { data } })
  return { ...stage, id }
}

/** The terms of the active version, as they are stored. */
async function termsOf(id: string) {
  const rows = await platform.db.query<{ terms: { first_day: string; last_day: string }[] }>(sql`
    select v.terms from policy_versions v join policies p on p.version_id = v.id where p.id = ${id}`)
  return rows[0]?.terms.map(({ first_day, last_day }) => `${first_day} to ${last_day}`)
}

describe('a cover without an end', () => {
  it('goes on by itself, term by term, each announced before and on the newest tariff', async () => {
    const { id, seller, renewals, transactions } = await company()
    const sold = await transactions.view(id)
    expect(await renewals.show(id)).toMatchObject({
      state: 'scheduled',
      kind: 'automatic',
      first_day: '2032-03-01',
      gross_payment_amount: null,
    })
    await renewals.advance('2031-12-30T22:59:59Z')
    expect((await renewals.show(id)).state).toBe('scheduled')
    const dearer = await publishedDraft(platform, 'cyber', {
      'product.yaml': withoutLaw,
      'pricing.yaml': (text) => text.replace(/minimum_premium: .*/, 'minimum_premium: 500000'),
    })
    await renewals.advance('2031-12-31T23:00:00Z')
    const offered = await renewals.show(id)
    expect(offered).toMatchObject({
      state: 'offered',
      first_day: '2032-03-01',
      last_day: '2033-02-28',
      product_version_id: dearer,
      gross_payment_amount_before: sold.quote.gross_payment_amount,
    })
    expect(offered.gross_payment_amount).toBeGreaterThan(offered.gross_payment_amount_before)
    // What is published later is for the next term.
    await publishedDraft(platform, 'cyber', {
      'product.yaml': withoutLaw,
      'pricing.yaml': (text) => text.replace(/minimum_premium: .*/, 'minimum_premium: 600000'),
    })
    await renewals.advance('2032-02-29T22:59:59Z')
    expect(await transactions.view(id)).toMatchObject({
      version_id: sold.version_id,
      status: 'paid',
      end_date: null,
    })
    await renewals.advance('2032-02-29T23:00:00Z')
    const renewed = await transactions.view(id)
    expect(renewed).toMatchObject({
      status: 'paid',
      insurer_policy_id: sold['insurer_policy_id'],
      start_date: sold['start_date'],
      end_date: null,
      product_version_id: dearer,
      quote: {
        gross_payment_amount: offered.gross_payment_amount,
        customer_input: { policy_start_date: '2032-03-01' },
      },
    })
    expect(renewed.version_id).not.toBe(sold.version_id)
    await renewals.advance('2034-03-01T12:00:00Z')
    expect(await termsOf(id)).toEqual([
      '2031-03-01 to 2032-02-29',
      '2032-03-01 to 2033-02-28',
      '2033-03-01 to 2034-02-28',
      '2034-03-01 to 2035-02-28',
    ])
    expect(await renewals.events(id)).toEqual([
      'policy.issued',
      ...Array.from({ length: 3 }, () => ['renewal.offered', 'policy.renewed']).flat(),
    ])
    const then = await seller.get(`/policies/${id}?as_of=2031-08-01`)
    expect(then.json()).toMatchObject({
      product_version_id: sold['product_version_id'],
      quote: { gross_payment_amount: sold.quote.gross_payment_amount },
    })
  })
})

describe('a cover that is renewed once it is accepted', () => {
  it('goes on for as long again where it is, and else ends', async () => {
    const { id, seller, transactions, renewals, clock } = await bike()
    const other = await soldPolicy(seller, {
      quote: { data: { start_date: '2031-06-01', purchase_date: '2031-04-01' } },
    })
    const early = await renewals.send(id, 'accept')
    expect([early.statusCode, early.json()]).toEqual([
      409,
      {
        status: 'Conflict',
        code: 'renewal_not_offered',
        message: `The renewal of policy ${id} is not offered yet: its next term is not priced. Try again later.`,
      },
    ])
    await renewals.advance('2032-05-01T10:00:00Z')
    expect(await renewals.show(id)).toMatchObject({
      state: 'offered',
      kind: 'on_acceptance',
      first_day: '2032-06-01',
      last_day: '2033-05-31',
    })
    expect((await renewals.decide(id, 'accept')).state).toBe('accepted')
    expect((await renewals.decide(id, 'accept')).state).toBe('accepted')
    const second = await renewals.send(id, 'decline')
    expect([second.statusCode, second.json()]).toMatchObject([
      422,
      { message: expect.stringContaining('was accepted. Cancel the policy') },
    ])
    await renewals.advance('2032-06-01T00:00:00Z')
    expect(await transactions.view(id)).toMatchObject({
      status: 'paid',
      start_date: '2031-05-31T22:00:00+00:00',
      end_date: '2033-05-31T21:59:59+00:00',
      quote: { customer_input: { start_date: '2032-06-01' } },
    })
    const { gross_payment_amount: year } = (await transactions.view(id)).quote
    // A year that is paid at once is asked for again with its renewal.
    expect(await transactions.money(id)).toMatchObject({ charged: 2 * year })
    expect(await renewals.events(id)).toEqual([
      'policy.issued',
      'renewal.offered',
      'renewal.accepted',
      'policy.renewed',
    ])
    expect(await transactions.view(other.id)).toMatchObject({ status: 'expired' })
    const late = await renewals.send(other.id, 'accept')
    expect(late.statusCode).toBe(422)
    const over = await renewals.show(other.id)
    expect([over.state, Object.keys(over._links)]).toEqual(['offered', ['policy']])
    expect(clock).toMatch(/^clk_/)
  })

  it('is knocked out where nobody would sell it any more', async () => {
    const { id, transactions, renewals } = await bike('2022-06-01')
    await renewals.advance('2032-05-01T10:00:00Z')
    expect(await renewals.show(id)).toMatchObject({ state: 'knocked_out', problems: [] })
    expect((await renewals.send(id, 'accept')).json()).toMatchObject({
      message: expect.stringContaining('is knocked out'),
    })
    await renewals.advance('2032-06-01T00:00:00Z')
    expect(await transactions.view(id)).toMatchObject({ status: 'expired' })
    expect(await renewals.events(id)).toEqual([
      'policy.issued',
      'renewal.knocked_out',
      'policy.expired',
    ])
  })
})

describe('a cover for one month', () => {
  it('is asked for month by month, though each term is one payment', async () => {
    const product_version_id = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) =>
        text.replace('on_acceptance', 'automatic').replace('notice_days: 45', 'notice_days: 5'),
      'pricing.yaml': (text) =>
        text.replace(`'"P1Y"'`, `'"P1M"'`).replace('billing_cycles: payments', 'billing_cycles: 1'),
    })
    const { seller, clock, transactions, renewals } = await onClock('bike', '2031-01-30T09:00:00Z')
    await managerOn(platform).post(`/manage/clocks/${clock}/publish`, { product_version_id })
    const data = { start_date: '2031-01-31', purchase_date: '2031-01-02', payment: 'monthly' }
    const subscription_plan_id = await planIdOf(platform, 'bike', 'monthly')
    const quote = { data, body: { product_version_id, subscription_plan_id } }
    const { id } = await soldPolicy(seller, { quote, payment: card() })
    await renewals.advance('2031-05-02T10:00:00Z')
    const { gross_payment_amount: month } = (await transactions.view(id)).quote
    expect((await billedAs(platform, id)).invoices).toEqual(
      ['2031-01-31', '2031-03-01', '2031-04-01', '2031-05-01'].map(
        (day) => `${day} settled 0/${month}`,
      ),
    )
  })
})

describe('a product that has changed', () => {
  it('blocks what does not fit it, and goes on with what is given for the next term', async () => {
    const { id, renewals, transactions } = await company()
    await publishedDraft(platform, 'cyber', {
      'quote.json': (text) =>
        text.replace(
          '"quote": [',
          '"quote": [\n{ "name": "second_factor", "path": "data", "validation": "boolean|required" },',
        ),
      'fields.json': (text) =>
        text.replace(
          /"policy":\s*\[/,
          '"policy": [{ "name": "vat_id", "path": "data", "validation": "string|required|min:5" },',
        ),
    })
    await renewals.advance('2032-01-10T10:00:00Z')
    const blocked = await renewals.show(id)
    expect(blocked.state).toBe('blocked')
    expect(blocked.problems.map(({ code, field, rules }) => [code, field, rules])).toEqual([
      ['answer', 'second_factor', ['required']],
      ['field', 'vat_id', ['required']],
    ])
    expect((await renewals.send(id, 'accept')).statusCode).toBe(422)
    await renewals.retry(id, { answers: { second_factor: true } })
    expect((await renewals.show(id)).problems).toMatchObject([{ field: 'vat_id' }])
    await renewals.retry(id, { data: { vat_id: 'DE811569869' } })
    expect(await renewals.show(id)).toMatchObject({ state: 'offered', problems: [] })
    expect((await renewals.send(id, 'retry')).json()).toMatchObject({
      message: expect.stringContaining('is offered. Only a blocked or knocked-out renewal'),
    })
    expect((await transactions.view(id)).data).not.toHaveProperty('vat_id')
    await renewals.advance('2032-03-01T10:00:00Z')
    expect(await transactions.view(id)).toMatchObject({
      data: { vat_id: 'DE811569869' },
      quote: { customer_input: { second_factor: true } },
    })
  })

  it('renews on a draft that is published on its clock alone', async () => {
    const here = await company()
    const there = await company()
    const draft = await pushedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/minimum_premium: .*/, 'minimum_premium: 800000'),
    })
    const published = await managerOn(platform).post(`/manage/clocks/${here.clock}/publish`, {
      product_version_id: draft,
    })
    expect([published.statusCode, published.json()]).toMatchObject([200, { published: [draft] }])
    await here.renewals.advance('2032-03-02T10:00:00Z')
    await there.renewals.advance('2032-03-02T10:00:00Z')
    expect((await here.transactions.view(here.id))['product_version_id']).toBe(draft)
    expect((await there.transactions.view(there.id))['product_version_id']).toBe(first)
  })

  it('lets end what it does not renew any more', async () => {
    const { id, renewals, transactions } = await company()
    await publishedDraft(platform, 'cyber', {
      'product.yaml': withoutRenewal,
    })
    await renewals.advance('2032-02-29T10:00:00Z')
    expect((await renewals.show(id)).problems.map(({ code }) => code)).toEqual(['not_renewed'])
    await renewals.advance('2032-03-01T10:00:00Z')
    expect(await transactions.view(id)).toMatchObject({ status: 'expired' })
  })
})

describe('between the notice and the end of the term', () => {
  it('an endorsement applies to the offer, and an acceptance stands unless it becomes dearer', async () => {
    const { id, renewals, transactions } = await company()
    await renewals.advance('2032-01-10T10:00:00Z')
    const offered = await renewals.show(id)
    expect((await renewals.decide(id, 'accept')).state).toBe('accepted')
    await transactions.endorse(id, { email: 'new@example.com' })
    expect(await renewals.show(id)).toMatchObject({
      state: 'accepted',
      gross_payment_amount: offered.gross_payment_amount,
    })
    const cheaper = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    await transactions.endorse(id, { quote_token: cheaper.token })
    const after = await renewals.show(id)
    expect(after.state).toBe('accepted')
    expect(after.gross_payment_amount).toBeLessThan(offered.gross_payment_amount!)
    const dearer = await transactions.quoteEndorsement(id, { deductible: 100_000 })
    const { payment } = await transactions.endorse(id, { quote_token: dearer.token })
    expect((await transactions.pay(id, payment!.token)).statusCode).toBe(200)
    await platform.runDue()
    const again = await renewals.show(id)
    expect(again.state).toBe('offered')
    expect(again.gross_payment_amount).toBeGreaterThan(after.gross_payment_amount!)
    await renewals.advance('2032-03-01T10:00:00Z')
    expect(await transactions.view(id)).toMatchObject({
      email: 'new@example.com',
      quote: {
        gross_payment_amount: again.gross_payment_amount,
        customer_input: { deductible: 100_000, policy_start_date: '2032-03-01' },
      },
    })
  })

  it('a cancellation voids it, and a reinstatement brings it back', async () => {
    const { id, renewals, transactions } = await company()
    await renewals.advance('2032-01-10T10:00:00Z')
    await transactions.cancel(id, '2032-01-31')
    expect((await renewals.show(id)).state).toBe('voided')
    const { payment } = await transactions.reinstate(id)
    expect((await transactions.pay(id, payment!.token)).statusCode).toBe(200)
    await platform.runDue()
    expect((await renewals.show(id)).state).toBe('offered')
    await renewals.advance('2032-03-01T10:00:00Z')
    expect(await transactions.view(id)).toMatchObject({ status: 'paid' })
    expect(await termsOf(id)).toHaveLength(2)
  })

  it('a decline ends it with its term, also before anybody was asked', async () => {
    const { id, renewals, transactions } = await company()
    expect((await renewals.decide(id, 'decline')).state).toBe('declined')
    expect((await renewals.send(id, 'accept')).json()).toMatchObject({
      message: expect.stringContaining('was declined'),
    })
    await renewals.advance('2032-02-29T22:59:59Z')
    expect(await transactions.view(id)).toMatchObject({ status: 'paid' })
    await renewals.advance('2032-02-29T23:00:00Z')
    expect(await transactions.view(id)).toMatchObject({ status: 'expired' })
    expect(await renewals.events(id)).toEqual([
      'policy.issued',
      'renewal.declined',
      'policy.expired',
    ])
  })
})

describe('after the renewal', () => {
  it('a correction of the term before is applied under it, on the version of each', async () => {
    const { id, renewals, transactions } = await company()
    const sold = await transactions.view(id)
    const dearer = await publishedDraft(platform, 'cyber', {
      'pricing.yaml': (text) => text.replace(/minimum_premium: .*/, 'minimum_premium: 700000'),
    })
    await renewals.advance('2032-03-05T10:00:00Z')
    const token = await transactions.quoteEndorsement(id, { deductible: 1_000_000 }, '2032-02-20')
    await transactions.endorse(id, { quote_token: token.token })
    const view = await transactions.view(id)
    expect(view).toMatchObject({
      product_version_id: dearer,
      quote: { customer_input: { deductible: 1_000_000, policy_start_date: '2032-03-01' } },
    })
    expect(view.quote.gross_payment_amount).toBeGreaterThan(sold.quote.gross_payment_amount)
    expect((await transactions.days(id)).map(({ day }) => day)).toEqual([
      '2031-03-01',
      '2032-02-20',
      '2032-03-01',
    ])
    await renewals.advance('2033-03-02T10:00:00Z')
    expect(await termsOf(id)).toHaveLength(3)
  })
})

describe('at once', () => {
  it('two accept and one declines: the first wins, and there is one event', async () => {
    const { id, renewals } = await bike()
    await renewals.advance('2032-05-01T10:00:00Z')
    const answers = await Promise.all([
      renewals.send(id, 'accept'),
      renewals.send(id, 'decline'),
      renewals.send(id, 'accept'),
    ])
    const { state } = await renewals.show(id)
    const isAccepted = state === 'accepted'
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      isAccepted ? [200, 422, 200] : [422, 200, 422],
    )
    const decided = (await renewals.events(id)).filter((type) => /accepted|declined/.test(type))
    expect(decided).toEqual([`renewal.${state}`])
  })
})

describe('the notice', () => {
  it('shows the price before and after, in the languages of the examples', async () => {
    await publishProduct(platform, await demoAccount(platform, 'demo-insurance'), example)
    await platform.feed.caughtUp()
    const stages = {
      cyber: await onClock('cyber', '2031-02-01T09:00:00Z'),
      bike: await onClock('bike', '2031-02-01T09:00:00Z'),
    }
    const notices = [
      ['cyber', 'en', 'Renewal notice', '1 March 2032'],
      ['cyber', 'de', 'Verlängerungsmitteilung', '1. März 2032'],
      ['bike', 'de', 'Verlängerungsangebot', '1. Juni 2032'],
      ['bike', 'fr', 'Offre de renouvellement', '1er juin 2032'],
    ] as const
    const starts: Readonly<Record<string, JsonObject>> = {
      cyber: { policy_start_date: '2031-03-01' },
      bike: { start_date: '2031-06-01', purchase_date: '2029-03-01' },
    }
    const ids: string[] = []
    for (const [product, language] of notices) {
      const quote = { data: starts[product] ?? {} }
      ids.push((await soldPolicy(stages[product].seller, { quote, offer: { language } })).id)
    }
    await stages.cyber.renewals.advance('2032-02-01T10:00:00Z')
    await stages.bike.renewals.advance('2032-05-01T10:00:00Z')
    for (const [at, [product, language, name, day]] of notices.entries()) {
      const id = ids[at] ?? ''
      const { gross_payment_amount_before: before, gross_payment_amount: after } =
        await stages[product].renewals.show(id)
      const notice = await documentOf(platform, id, 'renewal_notice')
      expect([product, language, notice.name]).toEqual([product, language, name])
      expect(notice.text).toContain(day)
      for (const cents of [before, after!]) {
        const [whole, rest] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')]
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?")
        expect(notice.text).toMatch(new RegExp(`${grouped}[.,]${rest}`))
      }
    }
  })

  it('has a link by which the customer decides, until another notice takes its place', async () => {
    const { id, renewals, transactions } = await company()
    await renewals.advance('2032-01-10T10:00:00Z')
    const place = { policyId: id as PolicyId, kind: 'renewal', subject: '' } as const
    const token = await openSecret(platform, place)
    const byLink = (method: 'GET' | 'POST', path: string, given = token) =>
      platform.app.inject({ method, url: `/policies/${id}/renewal${path}?token=${given}` })
    const shown = await byLink('GET', '')
    expect([shown.statusCode, shown.json()]).toMatchObject([
      200,
      {
        state: 'offered',
        _links: { accept: { href: expect.stringMatching(`/renewal/accept\\?token=${token}$`) } },
      },
    ])
    expect((await byLink('GET', '', 'guessed')).statusCode).toBe(404)
    const { token: change } = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    await transactions.endorse(id, { quote_token: change })
    expect((await byLink('POST', '/accept')).statusCode).toBe(404)
    const next = await openSecret(platform, place)
    const accepted = await byLink('POST', '/accept', next)
    expect([accepted.statusCode, accepted.json()]).toMatchObject([200, { state: 'accepted' }])
  })
})

describe('an insurer', () => {
  it('finds renewals by their state, and runs those to come dry without a trace', async () => {
    const manager = managerOn(platform)
    const { id, seller, renewals } = await bike()
    const old = await soldPolicy(seller, {
      quote: { data: { start_date: '2031-06-01', purchase_date: '2022-06-01' } },
    })
    const found = async (query: string) =>
      (await manager.get(`/manage/renewals${query}`)).json<{ policy_id: string; state: string }[]>()
    const ours = async (query: string) =>
      (await found(query))
        .filter(({ policy_id: policy }) => policy === id || policy === old.id)
        .map(({ state }) => state)
        .toSorted()
    const june = 'from=2032-05-31&to=2032-05-31'
    expect(await ours(`?state=scheduled&${june}`)).toEqual(['scheduled', 'scheduled'])
    const written = async () =>
      platform.db.query(sql`
        select (select count(*) from quotes) as quotes, (select count(*) from renewals) as renewals,
          (select count(*) from events) as events`)
    const before = await written()
    expect(await ours(`/dry_run?${june}&limit=100`)).toEqual(['knocked_out', 'offered'])
    expect(await written()).toEqual(before)
    const draft = await pushedDraft(platform, 'bike', {
      'pricing.yaml': (text) => text.replace(/bike_too_old: .*/, 'bike_too_old: bike_age >= 99'),
    })
    const pushed = await written()
    expect(await ours(`/dry_run?${june}&limit=100&product_version_id=${draft}`)).toEqual([
      'offered',
      'offered',
    ])
    expect(await written()).toEqual(pushed)
    await renewals.advance('2032-05-01T10:00:00Z')
    expect(await ours(`?state=offered&${june}`)).toEqual(['offered'])
    expect(await ours(`?state=knocked_out&${june}`)).toEqual(['knocked_out'])
    expect(await ours(`?state=scheduled&${june}`)).toEqual([])
    expect(await ours(`?${june}`)).toEqual(['knocked_out', 'offered'])
  })
})
