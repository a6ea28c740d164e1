import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { massEndorsementsOn } from '../builders/mass-endorsements.ts'
import { checkMoney } from '../builders/money-check.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import type { ShownRenewal } from '../builders/renewals.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** A clause of the terms raises an answer by an index. Monthly 300.00 in 2027. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

type Life = Awaited<ReturnType<typeof sold>>

/** Each test has a version of its own, so that its policies are told apart. */
let clauses = 0
const onSale = (index: string, kind = 'automatic') => {
  clauses += 1
  const clause = `clause: { de: Ziffer ${clauses}, fr: chiffre ${clauses} }`
  return publishPricedBike(platform, (text) => {
    const renewal = `renewal:\n  kind: ${kind}\n  notice_days: 60\n  set: { start_date: start }\n`
    const renewed = text.replace(/\nrenewal:\n(?: .*\n)+/, `\n${renewal}`)
    return `${renewed}\nindexation:\n  - { answer: bike_price, percent_max: 5, step: 100, ${clause}${index} }\n`
  })
}

const sold = (price = 30_000) =>
  pricedBike(platform, { start: '2027-01-01', price, plan: 'monthly' })

/** An index of the policies that were sold on the version of this one. */
async function indexOf(life: Life, indexation: JsonObject, day = '2028-01-01') {
  const { product_version_id } = await life.transactions.view(life.id)
  return massEndorsementsOn(platform).draft({
    product_id: 'bike',
    kind: 'indexation',
    effective_date: day,
    indexation: { answer: 'bike_price', ...indexation },
    filter: { product_version_id: product_version_id ?? null },
    reason: 'The index of prices rose.',
  })
}

async function run(id: string) {
  const mass = massEndorsementsOn(platform)
  const { preview } = await mass.preview(id)
  const done = await mass.start(id)
  return { preview, result: done.result, rows: await mass.results(id) }
}

const codes = (rows: readonly { outcome: string; code: string | null }[]) =>
  rows.map(({ outcome, code }) => [outcome, code])

const priceOf = async ({ id, transactions }: Life) =>
  (await transactions.view(id)).quote.gross_payment_amount

const endorsements = async ({ id, seller }: Life) =>
  (await seller.get(`/policies/${id}/renewal/endorsements`)).json<{
    endorsements: { id: string; state: string; answers: JsonObject }[]
  }>().endorsements

describe('an index of the next term', () => {
  it('is previewed with its money, and counts with the renewal, whose notice names the clause', async () => {
    await onSale('')
    const life = await sold()
    await life.to('2027-06-10')
    const id = await indexOf(life, { percent: '3.2' })
    const before = await life.transactions.view(life.id)
    const { preview, result, rows } = await run(id)
    expect(preview).toMatchObject({
      policies: 1,
      applied: 1,
      money: [{ currency: 'chf', premium_before: 360_000, premium_after: 372_000 }],
    })
    expect(result).toMatchObject({ policies: 1, applied: 1, money: preview?.money })
    const [recorded] = await endorsements(life)
    // 3.2 percent more is 30960: in steps of 100 that is 31000.
    expect(recorded).toMatchObject({ state: 'pending', answers: { bike_price: 31_000 } })
    expect(rows).toMatchObject([
      {
        policy_id: life.id,
        outcome: 'applied',
        version_id: null,
        next_term_endorsement_id: recorded?.id,
        price: { first_day: '2028-01-01', payment_before: 30_000, payment_after: 31_000 },
      },
    ])
    expect((await life.transactions.view(life.id)).version_id).toBe(before.version_id)
    await life.to('2027-11-15')
    const renewal = (await life.seller.get(`/policies/${life.id}/renewal`)).json<ShownRenewal>()
    expect(renewal).toMatchObject({ state: 'offered', gross_payment_amount: 31_000 })
    await life.to('2028-01-02')
    expect(await priceOf(life)).toBe(31_000)
    expect(await endorsements(life)).toMatchObject([{ state: 'applied' }])
  })

  it('raises no answer twice within a year, unless somebody took the rise back', async () => {
    await onSale('')
    const life = await sold()
    await life.to('2027-06-10')
    await run(await indexOf(life, { percent: '2' }))
    expect(codes((await run(await indexOf(life, { percent: '2' }))).rows)).toEqual([
      ['skipped', 'already_raised'],
    ])
    const [first] = await endorsements(life)
    const at = `/policies/${life.id}/renewal/endorsements/${first?.id}/revoke`
    expect((await life.seller.post(at, {})).statusCode).toBe(200)
    expect(codes((await run(await indexOf(life, { to: 31_500 }))).rows)).toEqual([
      ['applied', null],
    ])
    await life.to('2028-01-02')
    expect(await priceOf(life)).toBe(31_500)
    // The year after it rises again.
    const next = await run(await indexOf(life, { percent: '1' }, '2029-01-01'))
    expect(next.rows).toMatchObject([{ price: { payment_after: 31_800 } }])
  })

  it('leaves what a customer has accepted, and policies that have no such term', async () => {
    await onSale('', 'on_acceptance')
    const life = await sold()
    await life.to('2027-11-15')
    const accepted = await life.seller.post(`/policies/${life.id}/renewal/accept`, {})
    expect(accepted.statusCode, accepted.body).toBe(200)
    const cancelled = await sold()
    await cancelled.to('2027-06-01')
    await cancelled.transactions.cancel(cancelled.id, '2027-08-31')
    const early = await indexOf(life, { percent: '2' }, '2028-02-01')
    const { rows } = await run(await indexOf(life, { percent: '2' }))
    expect(Object.fromEntries(rows.map(({ policy_id, code }) => [policy_id, code]))).toEqual({
      [life.id]: 'renewal_accepted',
      [cancelled.id]: 'policy_cancelled',
    })
    const later = await run(early)
    expect(later.rows.find(({ policy_id }) => policy_id === life.id)?.code).toBe('nothing_due')
  })
})

describe('an index of a day', () => {
  it('endorses the policy from the day on, under the clause, and charges from there', async () => {
    await onSale(', takes_effect: day')
    const life = await sold()
    await life.to('2027-06-10')
    const id = await indexOf(life, { percent: '3.2' }, '2027-07-11')
    const { preview, rows } = await run(id)
    expect(preview?.money).toMatchObject([{ premium_before: 360_000, premium_after: 372_000 }])
    const [row] = rows
    expect(row).toMatchObject({ outcome: 'applied', price: { first_day: '2027-07-11' } })
    const history = await massEndorsementsOn(platform).manager.get(
      `/manage/policies/${life.id}/history`,
    )
    expect(history.json<{ versions: unknown }>().versions).toMatchObject([
      {},
      { summary: 'by an index bike price from 30,000 to 31,000 from 11 July 2027' },
    ])
    // What is endorsed from an earlier day, and later, keeps the rise of the answer.
    await life.to('2027-08-05')
    expect(await priceOf(life)).toBe(31_000)
    // Twenty-one days of July at 10.00 more a month: 6.77 come with the next invoice.
    const charged = await platform.db.query<{ line: string }>(sql`
      select period_first_day || ': ' || sum(amount) as line from charges
      where policy_id = ${life.id} and period_first_day between '2027-06-01' and '2027-08-01'
      group by period_first_day order by period_first_day`)
    expect(charged.map(({ line }) => line)).toEqual([
      '2027-06-01: 30000',
      '2027-07-01: 30677',
      '2027-08-01: 31000',
    ])
    expect(row?.version_id).toBe((await life.transactions.view(life.id)).version_id)
  })

  it('skips policies that a day does not fit, and says why', async () => {
    await onSale(', takes_effect: day')
    const life = await sold()
    await life.to('2027-06-10')
    expect(codes((await run(await indexOf(life, { percent: '2' }, '2027-06-01'))).rows)).toEqual([
      ['skipped', 'day_passed'],
    ])
    expect(codes((await run(await indexOf(life, { percent: '2' }, '2028-06-01'))).rows)).toEqual([
      ['skipped', 'nothing_due'],
    ])
  })
})

describe('the terms of the product', () => {
  it('say which answer rises, by how much at most, and who agreed', async () => {
    await onSale(', agreed_by: damage_cover')
    const life = await sold()
    const why = async (indexation: JsonObject) =>
      codes((await run(await indexOf(life, indexation))).rows)
    expect(await why({ percent: '2' })).toEqual([['skipped', 'not_agreed']])
    expect(await why({ answer: 'frame_size', percent: '2' })).toEqual([['skipped', 'not_in_terms']])
    await onSale('')
    const other = await sold()
    const whyNot = async (indexation: JsonObject) =>
      codes((await run(await indexOf(other, indexation))).rows)
    expect(await whyNot({ percent: '5.1' })).toEqual([['skipped', 'above_limit']])
    expect(await whyNot({ to: 31_600 })).toEqual([['skipped', 'above_limit']])
    expect(await whyNot({ to: 30_000 })).toEqual([['skipped', 'not_higher']])
    // Less than half a step.
    expect(await whyNot({ percent: '0.1' })).toEqual([['skipped', 'not_higher']])
  })

  it('are asked of each policy once, also where the run is stopped and resumed', async () => {
    await onSale('')
    const lives = [await sold(), await sold(40_000), await sold(50_000)]
    const [life] = lives
    if (life === undefined) throw new Error('three were sold')
    const mass = massEndorsementsOn(platform)
    const id = await indexOf(life, { percent: '3' })
    await mass.preview(id)
    await mass.taken(id, 'start')
    await mass.taken(id, 'stop')
    await platform.runDue()
    expect(await mass.results(id)).toEqual([])
    await mass.taken(id, 'resume')
    await platform.runDue()
    expect(await mass.show(id)).toMatchObject({ status: 'done', result: { applied: 3 } })
    for (const one of lives) expect(await endorsements(one)).toHaveLength(1)
  })
})
