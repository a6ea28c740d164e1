import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { lifeOf, planIdOf } from '../builders/life.ts'
import { massEndorsementsOn, taxLaw } from '../builders/mass-endorsements.ts'
import { checkMoney } from '../builders/money-check.ts'
import { plannedBike, publishPlannedBike } from '../builders/planned-bike.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { quoteMedia } from '../builders/sale.ts'
import { undocumented } from '../support/documented-states.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** The law changes the rate of tax: every policy has the new one for what is due from its day on. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPlannedBike(platform)
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

type Life = Awaited<ReturnType<typeof lifeOf>>

const byTransfer = { provider: 'invoice', method: 'invoice' }

/** Each test has policies of its own: those of one distributor's plan. */
const ofPlan = async (plan: string) => ({
  filter: { subscription_plan_id: await planIdOf(platform, 'bike', plan) },
})

async function endorse({ id, transactions }: Life, data: JsonObject, day: string) {
  const { token } = await transactions.quoteEndorsement(id, data, day)
  expect(await transactions.endorse(id, { quote_token: token })).toMatchObject({ status: 'active' })
}

async function charged({ id }: Life): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select period_first_day || ': ' || sum(amount) || ' / ' || sum(tax) as line
    from charges where policy_id = ${id} group by period_first_day order by period_first_day`)
  return rows.map(({ line }) => line)
}

/** What was posted to the account of tax, by rate. */
async function taxOf({ id }: Life) {
  const rows = await platform.db.query<{ rate: string; amount: number }>(sql`
    select tax_rate as rate,
      sum(case when credit = 'tax' then amount else -amount end)::bigint as amount
    from postings where policy_id = ${id} and 'tax' in (debit, credit)
    group by tax_rate order by tax_rate`)
  return Object.fromEntries(rows.map(({ rate, amount }) => [rate, amount]))
}

describe('a change of tax by law', () => {
  it('is previewed with its money, and counts for what is due from its day on', async () => {
    const mass = massEndorsementsOn(platform)
    const life = await lifeOf(platform, plannedBike('monthly'))
    await life.to('2027-03-10')
    const id = await mass.draft(taxLaw('19', '21', '2027-05-01', await ofPlan('monthly')))
    expect(await mass.show(id)).toMatchObject({ status: 'draft', preview: null })
    const previewed = await mass.preview(id)
    expect(previewed).toMatchObject({
      status: 'previewed',
      preview: {
        policies: 1,
        applied: 1,
        money: [{ currency: 'chf', premium_before: 360_000, premium_after: 366_048 }],
        percents: { 1: 1 },
        results: [
          {
            policy_id: life.id,
            outcome: 'applied',
            version_id: null,
            price: {
              first_day: '2027-05-01',
              payment_before: 30_000,
              payment_after: 30_504,
              tax_before: 4_790,
              tax_after: 5_294,
            },
          },
        ],
      },
    })
    const before = await life.transactions.view(life.id)
    const done = await mass.start(id)
    expect(done).toMatchObject({ status: 'done', result: { policies: 1, applied: 1 } })
    const [row] = await mass.results(id)
    expect(row).toMatchObject({ policy_id: life.id, outcome: 'applied' })
    const history = await mass.manager.get(`/manage/policies/${life.id}/history`)
    expect(history.json<{ versions: unknown }>().versions).toMatchObject([
      {},
      { kind: 'tax_change', summary: 'tax by law from 19% to 21% from 1 May 2027' },
    ])
    // Until its day it is as before.
    expect((await life.transactions.view(life.id)).quote).toMatchObject({
      gross_payment_amount: before.quote.gross_payment_amount,
    })
    // What is endorsed from an earlier day is applied below the change, which counts again from its own.
    await endorse(life, { deductible: 20_000 }, '2027-04-15')
    await life.to('2027-06-10')
    expect((await life.transactions.view(life.id)).quote).toMatchObject({
      gross_payment_amount: 27_454,
    })
    expect((await charged(life)).slice(2)).toEqual([
      '2027-03-01: 30000 / 4790',
      '2027-04-01: 28400 / 4534',
      '2027-05-01: 27454 / 4765',
      '2027-06-01: 27454 / 4765',
    ])
    // What is endorsed later has the new rate, though the product version says the old one.
    await endorse(life, { deductible: 0 }, '2027-07-01')
    await life.to('2027-07-05')
    // 1.15 times the net premium, which is 28992, and 21 percent of it.
    expect((await charged(life)).at(-1)).toBe('2027-07-01: 35080 / 6088')
    const prices = await platform.db.query<{ rate: number; firstDay: string }>(sql`
      select s.first_day::text as "firstDay", (q.premium ->> 'taxRate')::float8 as rate
      from policy_segments s join policies p on p.version_id = s.version_id
      join quotes q on q.id = s.quote_id where p.id = ${life.id} order by 1`)
    expect(prices).toEqual([
      { firstDay: '2027-01-01', rate: 0.19 },
      { firstDay: '2027-04-15', rate: 0.19 },
      { firstDay: '2027-05-01', rate: 0.21 },
      { firstDay: '2027-07-01', rate: 0.21 },
    ])
  })

  it('leaves what was charged at its rate, also when it is refunded', async () => {
    const mass = massEndorsementsOn(platform)
    const life = await lifeOf(platform, plannedBike('quarterly'))
    await life.to('2027-03-28') // The quarter from 1 April is charged.
    const law = taxLaw('19', '21', '2027-04-01', await ofPlan('quarterly'))
    const id = await mass.draft(law)
    await mass.preview(id)
    await mass.start(id)
    expect(await mass.results(id)).toMatchObject([{ price: { first_day: '2027-07-01' } }])
    await life.to('2027-08-15')
    await life.transactions.cancel(life.id, '2027-08-15')
    await life.to('2027-09-01')
    const lines = await charged(life)
    expect(lines.slice(0, 2)).toEqual(['2027-01-01: 91800 / 14657', '2027-04-01: 91800 / 14657'])
    expect(await taxOf(life)).toEqual({
      '19': 2 * 14_657,
      '21': Number(lines[2]?.split(' / ')[1]),
    })
    // The same law a second time finds nothing to do.
    const again = await mass.draft(law)
    await mass.preview(again)
    expect(await mass.show(again)).toMatchObject({ preview: { skipped: { not_in_force: 1 } } })
  })

  it('counts from the renewal on where no sold period is due, and follows a change of plan', async () => {
    const mass = massEndorsementsOn(platform)
    const single = await lifeOf(platform, plannedBike('once'))
    const yearly = await lifeOf(platform, plannedBike('half_yearly'))
    for (const plan of ['once', 'half_yearly']) {
      const id = await mass.draft(taxLaw('19', '21', '2027-05-01', await ofPlan(plan)))
      await mass.preview(id)
      expect(await mass.start(id)).toMatchObject({ result: { applied: 1, failed: {} } })
      const first_day = plan === 'once' ? '2028-01-01' : '2027-07-01'
      expect(await mass.results(id)).toMatchObject([{ price: { first_day } }])
    }
    // The half year from July on becomes months: all of them are due after the day.
    const subscription_plan_id = await planIdOf(platform, 'bike', 'monthly')
    const quote = { policy_id: yearly.id, subscription_plan_id, data: {} }
    const quoted = await yearly.seller.post('/quotes', quote, { accept: quoteMedia })
    const { token } = quoted.json<{ token: string }>()
    await yearly.transactions.endorse(yearly.id, { quote_token: token })
    await yearly.to('2027-08-10')
    expect((await charged(yearly)).slice(1)).toEqual([
      '2027-07-01: 30504 / 5294',
      '2027-08-01: 30504 / 5294',
    ])
    // The renewal is offered at the new rate, though its product version says the old one.
    await single.to('2027-12-10')
    const renewals = renewalsOn(platform, single.seller, single.clock)
    expect(await renewals.decide(single.id, 'accept')).toMatchObject({
      gross_payment_amount_before: 360_000,
      gross_payment_amount: 366_050,
    })
    await single.to('2028-02-01')
    // 360000 of the first year have 57479 of tax.
    expect(await charged(single)).toEqual([
      '2027-01-01: 360000 / 57479',
      '2028-01-01: 366050 / 63529',
    ])
  })
})

describe('a mass endorsement', () => {
  it('is refused without a reason, and for a day until which nobody counts the periods', async () => {
    const { manager } = massEndorsementsOn(platform)
    const blank = taxLaw('19', '21', '2027-05-01', { reason: '  ' })
    const unreasoned = await manager.post('/manage/mass_endorsements', blank)
    expect(unreasoned.json()).toMatchObject({ errors: [{ field: 'reason' }] })
    const asked = await manager.post(
      '/manage/mass_endorsements',
      taxLaw('19', '21', '9999-12-31', { product_id: 'cyber' }),
    )
    expect([asked.statusCode, asked.json()]).toMatchObject([
      400,
      { code: 'invalid_data', errors: [{ field: 'effective_date', rules: ['before_or_equal'] }] },
    ])
  })

  it('is stopped and resumed, and changes no policy twice', async () => {
    const mass = massEndorsementsOn(platform)
    const lives = [
      await lifeOf(platform, plannedBike('yearly')),
      await lifeOf(platform, plannedBike('yearly')),
    ]
    const law = taxLaw('19', '20', '2027-06-01', await ofPlan('yearly'))
    const id = await mass.draft(law)
    expect((await mass.steer(id, 'start')).json()).toMatchObject({
      code: 'mass_endorsement_not_previewed',
    })
    await mass.preview(id)
    await mass.taken(id, 'start')
    expect(await mass.taken(id, 'stop')).toMatchObject({ status: 'stopped' })
    await platform.runDue()
    expect(await mass.results(id)).toEqual([])
    await mass.taken(id, 'resume')
    await platform.runDue()
    expect(await mass.show(id)).toMatchObject({ status: 'done', result: { applied: 2 } })
    // As after a process that died before it had written its place.
    await platform.db.transaction(async (tx) => {
      await tx.query(undocumented)
      await tx.query(sql`
        update mass_endorsements set state = 'running', place = null where id = ${id}`)
    })
    await platform.handlers.sweep({})
    await platform.runDue()
    expect(await mass.show(id)).toMatchObject({
      status: 'done',
      result: { policies: 2, applied: 2 },
    })
    const versions = await platform.db.query(sql`
      select id from policy_versions where kind = 'tax_change'
        and policy_id = any(${lives.map((life) => life.id)})`)
    expect(versions).toHaveLength(2)
    const again = await mass.draft(law)
    await mass.preview(again)
    expect(await mass.show(again)).toMatchObject({ preview: { skipped: { already_changed: 2 } } })
    // The year is charged: both laws count from the next term on, the second after the first.
    const next = await mass.draft(taxLaw('20', '21', '2027-09-01', await ofPlan('yearly')))
    await mass.preview(next)
    expect(await mass.start(next)).toMatchObject({ result: { applied: 2, skipped: {} } })
    const pricesOf = async (one: string) => (await mass.results(one))[0]?.price
    const [first, second] = [await pricesOf(id), await pricesOf(next)]
    expect(second).toMatchObject({ payment_before: first?.payment_after })
    const csv = await mass.manager.get(`/manage/mass_endorsements/${id}/results/export`)
    expect(csv.body.split('\n')).toHaveLength(4)
    const page = await mass.manager.get(`/manage/mass_endorsements/${id}/results?limit=1`)
    expect(page.json()).toHaveLength(1)
    expect(page.headers['link']).toContain('rel="next"')
  })

  it('waits for whoever changes a policy at the same time', async () => {
    const mass = massEndorsementsOn(platform)
    const life = await lifeOf(platform, plannedBike('transfers', { payment: byTransfer }))
    const { token } = await life.transactions.quoteEndorsement(life.id, { deductible: 0 })
    const id = await mass.draft(taxLaw('19', '21', '2027-06-01', await ofPlan('transfers')))
    await mass.preview(id)
    const { version_id } = await life.transactions.view(life.id)
    // Accepted, and not assembled: its job has not run.
    const accepted = await life.seller.endorse(life.id, version_id, { quote_token: token })
    expect(accepted.statusCode, accepted.body).toBe(202)
    await mass.taken(id, 'start')
    await platform.runDue(['mass_endorsement'])
    expect(await mass.show(id)).toMatchObject({ status: 'running', result: { waiting: 1 } })
    // Up to the last try; whoever resumes then has them all again.
    const tries = async () => {
      const [row] = await platform.db.query<{ turns: number }>(sql`
        select turns from mass_endorsements where id = ${id}`)
      return row?.turns ?? 0
    }
    while ((await tries()) < 12) {
      platform.clock.advance({ minutes: 1 })
      await platform.runDue(['mass_endorsement'])
    }
    await mass.taken(id, 'stop')
    await mass.taken(id, 'resume')
    await platform.runDue(['mass_endorsement'])
    expect(await mass.show(id)).toMatchObject({ status: 'running', result: { waiting: 1 } })
    platform.clock.advance({ minutes: 1 })
    await platform.runDue()
    expect(await mass.show(id)).toMatchObject({
      status: 'done',
      result: { policies: 1, applied: 1, waiting: 0 },
    })
  })
})
