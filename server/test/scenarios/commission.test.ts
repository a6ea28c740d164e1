import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followFeed } from '../../src/commission/index.ts'
import { makeDueStatements } from '../../src/commission/make-statement.ts'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { soldByPartner } from '../builders/partner.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type LifeSettings, card, lifeOf } from '../builders/life.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { publishWithdrawable } from '../builders/withdrawable.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let distributor: string
let other: string
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishWithdrawable(platform, 'law: de\n', (text) =>
    text.replace('    methods:', '    receipts: tracked\n    methods:'),
  )
  distributor = (await demoAccount(platform, 'alpine-brokers')).id
  other = (await demoAccount(platform, 'harbour-partners')).id
  await agreed(distributor, { first_day: '2020-01-01', earned: 'premium', liability_months: 12 })
  await agreed(distributor, { first_day: '2028-01-01', earned: 'payment' })
  await platform.runDue()
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const manager = () => managerOn(platform)
const agree = (id: string, terms: JsonObject) =>
  manager().post(`/manage/distributors/${id}/commission_agreements`, {
    payout: 'paid_out',
    ...terms,
  })
const agreed = async (id: string, terms: JsonObject) => {
  const made = await agree(id, terms)
  expect(made.statusCode, made.body).toBe(200)
}

/** A year for 1,190 euros of which 1,000 are net, with 100 euros of commission, from a first of January on. */
const aYear = (year: number, payment: JsonObject = card(), price = 119_000): LifeSettings => ({
  product: 'bike',
  plan: 'once',
  timeZone: 'Europe/Zurich',
  at: `${year - 1}-12-29T09:00:00Z`,
  quote: {
    start_date: `${year}-01-01`,
    purchase_date: `${year - 1}-12-29`,
    payment: 'once',
    bike_price: price,
    early_cover: true,
  },
  payment,
})
const byTransfer = { provider: 'invoice', method: 'invoice' }

interface Entry {
  readonly policy_id: string
  readonly cause: string
  readonly amount: number
  readonly booking_date: string
}
const entriesOf = async (id: string, key?: string): Promise<string[]> => {
  await followFeed(platform)
  const found = await managerOn(platform, key).get(`/manage/commission_entries?policy_id=${id}`)
  expect(found.statusCode, found.body).toBe(200)
  return found
    .json<Entry[]>()
    .map(({ booking_date: on, cause, amount }) => `${on} ${cause} ${amount}`)
    .toReversed()
}

interface Statement {
  readonly id: string
  readonly state: string
  readonly balance: number
}
const state = (month: string, distributor_id = distributor) =>
  manager().post('/manage/commission_statements', { distributor_id, month, currency: 'chf' })
const stated = async (month: string): Promise<Statement> => {
  const made = await state(month)
  expect(made.statusCode, made.body).toBe(200)
  return made.json<Statement>()
}
const codeOf = (response: { json(): unknown }) => (response.json() as { code: string }).code

describe('commission with the premium', () => {
  it('is earned with the sale, and a cancellation within the liability takes the rest back', async () => {
    const life = await lifeOf(platform, aYear(2027))
    expect(await entriesOf(life.id)).toEqual(['2026-12-29 charge 10000'])
    await life.to('2027-07-01')
    await life.transactions.cancel(life.id, '2027-07-19')
    // 200 of 365 days are covered.
    const entries = ['2026-12-29 charge 10000', '2027-07-01 charge -4521']
    expect(await entriesOf(life.id)).toEqual(entries)
    expect(await entriesOf(life.id)).toEqual(entries)
    // It is no business of the customer.
    const account = await life.seller.get(`/policies/${life.id}/account`)
    expect(account.body).not.toContain('commission')
  })

  it('is posted once, however many ask for it at once', async () => {
    const life = await lifeOf(platform, aYear(2027))
    await Promise.all([followFeed(platform), followFeed(platform), followFeed(platform)])
    expect(await entriesOf(life.id)).toEqual(['2026-12-29 charge 10000'])
  })
})

describe('commission with the payment', () => {
  it('is earned as far as the customer pays, and is what the trial balance says', async () => {
    const life = await lifeOf(platform, aYear(2029, byTransfer, 29_750))
    expect(await entriesOf(life.id)).toEqual([])
    const [invoice] = await openInvoices(platform, life.id)
    const received = { id: invoice?.id ?? '', currency: 'chf', on: '2028-12-29' }
    await receivedByHand(platform, { ...received, amount: 10_000 })
    // 2,500 cents on 29,750, of which 10,000 are paid.
    expect(await entriesOf(life.id)).toEqual(['2028-12-29 payment 840'])
    await life.to('2029-01-05')
    await receivedByHand(platform, { ...received, amount: 19_750 })
    expect(await entriesOf(life.id)).toEqual(['2028-12-29 payment 840', '2029-01-05 payment 1660'])
    const { accounts } = (
      await manager().get('/manage/trial_balance?from=2028-12-01&to=2029-01-31')
    ).json<{ accounts: { account: string; debit: number; credit: number }[] }>()
    expect(accounts.find(({ account }) => account === 'commission_expense')).toMatchObject({
      debit: 2_500,
      credit: 0,
    })
    expect(accounts.find(({ account }) => account === 'commission_payable')).toMatchObject({
      debit: 0,
      credit: 2_500,
    })
  })
})

describe('an agreement', () => {
  it('begins after the one before, and holds for what is sold from then on', async () => {
    const early = await agree(distributor, { first_day: '2028-01-01', earned: 'premium' })
    expect([early.statusCode, codeOf(early)]).toEqual([400, 'commission_agreement_not_later'])
    const path = `/manage/distributors/${distributor}/commission_agreements`
    expect((await manager().get(path)).json()).toMatchObject({
      agreements: [
        { first_day: '2028-01-01', earned: 'payment', liability_months: null },
        { first_day: '2020-01-01', earned: 'premium', liability_months: 12 },
      ],
      allowed: { agree: { allowed: true } },
    })
    const own = await managerOn(platform, platform.demo.keys.test.secret).get(path)
    expect(own.json()).toMatchObject({
      agreements: [{}, {}],
      allowed: { agree: { allowed: false } },
    })
    const ofAnother = await managerOn(platform, platform.demo.other.test.secret).get(path)
    expect([ofAnother.statusCode, codeOf(ofAnother)]).toEqual([404, 'account_not_found'])
  })

  it('that is the first may begin in the past: what was sold since is posted', async () => {
    const { id } = await soldByPartner(platform)
    expect(await entriesOf(id)).toEqual([])
    await agreed(other, { first_day: '2020-01-01', earned: 'premium', payout: 'set_off' })
    await platform.runDue()
    expect(await entriesOf(id)).toHaveLength(1)
  })
})

describe('the statements', () => {
  it('have what was posted in their months, carry claw-back forward, and are paid out once', async () => {
    await followFeed(platform)
    expect(codeOf(await state('2027-07'))).toBe('earlier_month_not_stated')
    const december = await stated('2026-12')
    expect(december).toMatchObject({
      state: 'open',
      carried_forward: 0,
      earned: 20_000,
      clawed_back: 0,
      balance: 20_000,
      entries: 2,
    })
    expect(codeOf(await state('2026-12'))).toBe('commission_statement_exists')
    expect(codeOf(await state('2027-06'))).toBe('nothing_to_state')
    const july = await stated('2027-07')
    expect(july).toMatchObject({ state: 'carried_forward', clawed_back: -4521, balance: -4521 })
    const late = await stated('2028-12')
    expect(late).toMatchObject({
      state: 'carried_forward',
      carried_forward: -4521,
      earned: 840,
      balance: -3681,
    })
    const done = { done_on: '2026-11-01', reference: 'Transfer 17' }
    const finish = (id: string) => manager().post(`/manage/commission_statements/${id}/done`, done)
    expect(codeOf(await finish(july.id))).toBe('commission_statement_not_open')
    const answers = await Promise.all([finish(december.id), finish(december.id)])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    const posted = await platform.db.query(sql`
      select debit, credit, amount, value_day::text as day from postings
      where cause = ${`commission_statement ${december.id}`}`)
    expect(posted).toEqual([
      { debit: 'commission_payable', credit: 'bank', amount: 20_000, day: '2026-11-01' },
    ])
    const shown = await manager().get(`/manage/commission_statements/${december.id}`)
    expect(shown.json()).toMatchObject({
      ...done,
      state: 'done',
      allowed: { finish: { allowed: false, code: 'commission_statement_not_open' } },
    })
  })

  it('are read by their distributor alone, with their entries, also as CSV', async () => {
    const keys = { own: platform.demo.keys.test.secret, other: platform.demo.other.test.secret }
    const list = (key: string, path = '') =>
      managerOn(platform, key).get(`/manage/commission_statements${path}`)
    const statements = (await list(keys.own)).json<Statement[]>()
    expect(statements).toHaveLength(3)
    const december = statements.at(-1)?.id ?? ''
    expect((await list(keys.other)).json()).toEqual([])
    expect(codeOf(await list(keys.own, '?month=0000-01'))).toBe('invalid_parameter')
    const shown = await list(keys.own, `/${december}`)
    expect(shown.json()).toMatchObject({
      allowed: { finish: { allowed: false } },
    })
    for (const path of [`/${december}`, `/${december}/export`]) {
      expect((await list(keys.other, path)).statusCode).toBe(404)
    }
    const csv = (await list(keys.own, `/${december}/export`)).body.trim().split('\n')
    expect(csv).toHaveLength(3)
    expect(csv.every((line) => line.startsWith('entry_id') || line.endsWith(',10000,chf'))).toBe(
      true,
    )
    const entries = await managerOn(platform, keys.own).get(
      `/manage/commission_entries?statement_id=${december}`,
    )
    expect(entries.json()).toHaveLength(2)
    const foreign = await managerOn(platform, keys.other).get('/manage/commission_entries')
    expect(
      new Set(foreign.json<{ distributor_id: string }[]>().map((one) => one.distributor_id)),
    ).toEqual(new Set([other]))
  })

  it('get nothing more: what becomes known later is booked after them', async () => {
    const life = await lifeOf(platform, aYear(2027))
    expect(await entriesOf(life.id)).toEqual(['2029-01-01 charge 10000'])
  })

  it('are made by the sweep once their month is over, of each distributor', async () => {
    platform.clock.advance({ hours: 24 * 60 })
    await makeDueStatements(platform)
    await makeDueStatements(platform)
    const { rows } = {
      rows: await platform.db.query(sql`
      select distributor_id as id, payout from commission_statements
      where distributor_id = ${other}`),
    }
    expect(rows).toEqual([{ id: other, payout: 'set_off' }])
  })
})

it('the money check finds commission that is not posted so, or has no entry', async () => {
  const damaged = (statement: string) => platform.db.pool.query(statement)
  const messages = async () => {
    const { faults } = await checkMoney(platform)
    return faults.map(({ kind, message }) => `${kind}: ${message}`).join()
  }
  await damaged(`alter table commission_entries disable trigger user`)
  await damaged(`update commission_entries set amount = amount + 1 where amount = 840`)
  expect(await messages()).toMatch(/^commission: .* of 841 .* is not posted so/)
  await damaged(`update commission_entries set amount = amount - 1 where amount = 841`)
  await damaged(`create table kept as select * from commission_entries where amount = 1660`)
  await damaged(`delete from commission_entries where amount = 1660`)
  expect(await messages()).toMatch(/no such entry.*Commission of 1660 .* has no entry/)
  await damaged(`insert into commission_entries overriding system value select * from kept`)
})

it('of what was written off is earned once the money comes after all', async () => {
  const life = await lifeOf(platform, aYear(2041, byTransfer, 29_750))
  const [invoice] = await openInvoices(platform, life.id)
  const received = { id: invoice?.id ?? '', currency: 'chf', on: '2040-12-29' }
  await receivedByHand(platform, { ...received, amount: 10_000 })
  const before = ['2040-12-29 payment 840']
  expect(await entriesOf(life.id)).toEqual(before)
  const path = `/manage/invoices/${received.id}/write_off`
  const written = await manager().post(path, { reason: 'Nobody answers.' })
  expect(written.statusCode, written.body).toBe(200)
  expect(await entriesOf(life.id)).toEqual(before)
  await life.to('2041-01-05')
  await receivedByHand(platform, { ...received, amount: 19_750 })
  expect(await entriesOf(life.id)).toEqual([...before, '2041-01-05 payment 1660'])
})
