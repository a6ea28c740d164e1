import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exists } from '../../src/database/embedded/process-start.ts'
import { sql } from '../../src/database/index.ts'
import { type BikeAnswers, bikeTariff, plainBikePrice } from '../builders/bike-tariff.ts'
import {
  type ImpactFound,
  type ImpactReport,
  dearerDraft,
  dearerTariff,
  impactOf,
  soldBikes,
} from '../builders/impacts.ts'
import { itemsOf } from '../builders/dataset.ts'
import { pushedDraft } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn } from '../builders/sale.ts'
import { holding, untilWaiting } from '../support/waiting.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** In five parts: some are left, and there is time to stop it, where the third is held up. */
const policies = 120

let platform: TestPlatform
let sold: ReadonlyMap<string, BikeAnswers>
let draft: string
let request: { product_version_id: string; by: { field: string; bands?: number[] }[] }
let impact: ImpactReport
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  sold = await soldBikes(platform, policies)
  draft = await dearerDraft(platform)
  platform.clock.advance({ days: 40 }) // All of them have begun.
  sold = await oneMoved(sold)
  const by = [{ field: 'canton' }, { field: 'bike_price', bands: [100_000, 500_000] }]
  request = { product_version_id: draft, by }
  impact = await impactOf(platform, request)
})
afterAll(() => platform.close())

/** Somebody moves to where less is stolen. The start is past by then, which no quote could be given for. */
async function oneMoved(
  portfolio: ReadonlyMap<string, BikeAnswers>,
): Promise<ReadonlyMap<string, BikeAnswers>> {
  const [id, answers] = [...portfolio].find(([, { canton }]) => canton === 'ZH') ?? []
  if (id === undefined || answers === undefined) throw new Error('nobody lives in Zurich')
  const secretKey = platform.demo.insurer.test.secret
  const transactions = transactionsOn(platform, sellerOn(platform, { secretKey }))
  const { token } = await transactions.quoteEndorsement(id, { canton: 'UR' })
  expect(await transactions.endorse(id, { quote_token: token })).toMatchObject({ status: 'active' })
  return new Map([...portfolio, [id, { ...answers, canton: 'UR' }]])
}

/** The process that prices an impact which began after so many lines of the log. */
function childSince({ logLines }: TestPlatform, before: number): number {
  const line = logLines
    .slice(before)
    .find((one) => one.includes('pricing a portfolio with a draft'))
  return (JSON.parse(line ?? '{}') as { child: number }).child
}

interface Row {
  readonly policy_id: string
  readonly premium_before: string
  readonly premium_after: string
  readonly outcome: string
  readonly detail: string
  readonly by_canton: string
}

async function rowsOf(id: string): Promise<Row[]> {
  const csv = await managerOn(platform).get(`/manage/impacts/${id}/rows`)
  expect(csv.statusCode).toBe(200)
  return parse(csv.body, { columns: true }) as Row[]
}

function found({ result }: ImpactReport): ImpactFound {
  if (result === null) throw new Error('it has found nothing')
  return result
}

describe('the impact of a draft', () => {
  it('is what a clerk works out, for every policy', async () => {
    expect(impact).toMatchObject({ status: 'done', done: policies, total: policies, failure: null })
    const rows = await rowsOf(impact.id)
    expect(rows.map((row) => row.policy_id).toSorted()).toEqual([...sold.keys()].toSorted())
    for (const row of rows) {
      const answers = sold.get(row.policy_id)
      if (answers === undefined) throw new Error(`${row.policy_id} was not sold`)
      const before = plainBikePrice(bikeTariff, answers)
      const after = plainBikePrice(dearerTariff, answers)
      expect(before.outcome === 'priced' && before.premium).toBe(Number(row.premium_before))
      expect({ ...row, detail: row.detail.split(':')[0] }).toMatchObject({
        outcome: after.outcome,
        premium_after: after.outcome === 'priced' ? String(after.premium) : '',
        detail: after.outcome === 'priced' ? '' : after.detail,
        by_canton: answers.canton,
      })
    }
    const outcomes = new Set(rows.map(({ outcome }) => outcome))
    expect([...outcomes].toSorted()).toEqual(['failed', 'knocked_out', 'priced', 'refused'])
  })

  it('sums up its rows to the cent', async () => {
    const rows = await rowsOf(impact.id)
    const priced = rows.filter(({ outcome }) => outcome === 'priced')
    const sum = (of: readonly Row[], column: 'premium_before' | 'premium_after') =>
      of.reduce((total, row) => total + Number(row[column]), 0)
    expect(impact.result).toMatchObject({
      count: policies,
      priced: priced.length,
      premium_before: sum(priced, 'premium_before'),
      premium_after: sum(priced, 'premium_after'),
      premium_unpriced: sum(rows, 'premium_before') - sum(priced, 'premium_before'),
      not_sold: 0,
    })
    const [byCanton, byPrice] = impact.result?.groups ?? []
    for (const { value, count, premium_after: after } of byCanton?.values ?? []) {
      const own = rows.filter((row) => row.by_canton === value)
      expect([count, after]).toEqual([own.length, sum(own, 'premium_after')])
    }
    expect(byPrice?.values.map(({ value }) => value).toSorted()).toEqual([
      '100000 to below 500000',
      '500000 and more',
      'below 100000',
    ])
    const changes = priced
      .map((row) => ({
        name: row.policy_id,
        by: Number(row.premium_after) - Number(row.premium_before),
      }))
      .toSorted((a, b) => b.by - a.by)
    const { rise_most: rise, fall_most: fall, risen, fallen } = found(impact)
    const moved = (groups: typeof rise) =>
      groups.map((one) => one.premium_after - one.premium_before)
    const [dearer, cheaper] = [
      changes.filter(({ by }) => by > 0),
      changes.filter(({ by }) => by < 0),
    ]
    expect([risen, fallen]).toEqual([dearer.length, cheaper.length])
    expect(moved(rise)).toEqual(dearer.slice(0, 10).map(({ by }) => by))
    expect(moved(fall)).toEqual(
      cheaper
        .slice(-10)
        .toReversed()
        .map(({ by }) => by),
    )
    expect(fall.length).toBeGreaterThan(0)
  })

  it('is spread as its rows are: in the histogram, the quantiles and the greatest changes', async () => {
    const rows = (await rowsOf(impact.id)).filter(({ outcome }) => outcome === 'priced')
    const hundredths = rows
      .map((row) => {
        const [before, after] = [BigInt(row.premium_before), BigInt(row.premium_after)]
        const [change, rest] = [
          ((after - before) * 10_000n) / before,
          ((after - before) * 10_000n) % before,
        ]
        return Number(rest < 0n ? change - 1n : change)
      })
      .toSorted((a, b) => a - b)
    const { histogram, quantiles, greatest_rise_percent: most } = found(impact)
    const counted = Map.groupBy(hundredths, (one) => one / 100)
    expect(histogram).toEqual(
      [...counted].map(([from_percent, { length: count }]) => ({ from_percent, count })),
    )
    for (const { share, percent } of quantiles) {
      const rank = Math.max(1, Math.ceil((hundredths.length * share) / 100))
      expect(percent).toBe((hundredths[rank - 1] ?? NaN) / 100)
    }
    expect(Math.abs(most - (hundredths.at(-1) ?? NaN) / 100)).toBeLessThanOrEqual(0.01)
  })

  it('takes the difference apart in shares that sum to it', () => {
    const { premium_before: before, premium_after: after, shares } = found(impact)
    const sum = shares.reduce((total, { premium }) => total + premium, 0)
    expect(sum).toBe(after - before)
    // Who pays monthly has twelve times what a payment differs by, and nothing is left over.
    expect(shares.map(({ cause }) => cause)).not.toContain('structure')
    expect(shares.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['step zone_factor', 'step yearly_premium']),
    )
  })

  it('says what is wrong with the draft: which fields, which cells, which knockouts', () => {
    expect(impact.result).toMatchObject({
      refused_fields: [{ cause: 'bike_price' }],
      failed_at: [{ cause: 'step parking_factor' }],
      knocked_out_by: [{ cause: 'bike_too_old' }],
    })
  })
})

describe('an impact that is disturbed', () => {
  const ask = async () => {
    const asked = await managerOn(platform).post('/manage/impacts', request)
    return asked.json<ImpactReport>()
  }
  const show = async (id: string) =>
    (await managerOn(platform).get(`/manage/impacts/${id}`)).json<ImpactReport>()
  const run = () => platform.runDue(['run_impacts'])

  /** Lets it come to its third part, and holds it there while something happens. */
  async function midway(
    id: string,
    happen: (pid: number) => unknown,
    {
      on = platform,
      waits = false,
    }: { on?: TestPlatform; /** For the same row. */ waits?: boolean } = {},
  ): Promise<void> {
    const before = on.logLines.length
    let running: Promise<void> = Promise.resolve()
    let happening: unknown
    await holding(platform, 'select pg_advisory_xact_lock(3)', async () => {
      running = on.runDue(['run_impacts'])
      await untilWaiting(platform, 1)
      expect(await show(id)).toMatchObject({ status: 'running', done: 50 })
      happening = happen(childSince(on, before))
      if (waits) await untilWaiting(platform, 2)
    })
    await happening
    await running
  }

  beforeAll(async () => {
    await platform.db.pool.query(`
      create function wait_at_third() returns trigger language plpgsql as $$
      begin
        if new.number = 2 then perform pg_advisory_xact_lock(3); end if;
        return new;
      end $$`)
    await platform.db.pool.query(`
      create trigger wait_at_third before insert on impact_rows for each row
      execute function wait_at_third()`)
  })

  it('goes on where its process was killed, and comes to the same', async () => {
    const { id } = await ask()
    await midway(id, (pid) => process.kill(pid, 'SIGKILL'))
    expect(await show(id)).toMatchObject({ status: 'done', done: policies, result: impact.result })
    expect(await rowsOf(id)).toEqual(await rowsOf(impact.id))
  })

  it('is gone on with by another server when its own is stopped', async () => {
    const other = await openTestPlatform({ beside: { platform, connection: platform.connection } })
    const { id } = await ask()
    await midway(id, () => other.leaveImpacts(), { on: other })
    expect(await show(id)).toMatchObject({ status: 'running' })
    await platform.handlers.run_impacts({}) // As the queue has it tried again.
    expect(await show(id)).toMatchObject({ status: 'done', done: policies })
    expect(await rowsOf(id)).toHaveLength(policies)
    await other.close()
  })

  it('is done where its process has said so and is gone before all of it is stored', async () => {
    await platform.db.pool.query(`
      create function wait_at_total() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(4);
        return new;
      end $$`)
    await platform.db.pool.query(`
      create trigger wait_at_total before update of total on impacts for each row
      execute function wait_at_total()`)
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    const before = platform.logLines.length
    const ended = await holding(platform, 'select pg_advisory_xact_lock(4)', async () => {
      const ending = impactOf(platform, { product_version_id: draft }, live)
      await untilWaiting(platform, 1)
      await expect.poll(() => exists(childSince(platform, before))).toBe(false)
      return { ending }
    })
    expect(await ended.ending).toMatchObject({ status: 'done', total: 0, failure: null })
    await platform.db.pool.query('drop trigger wait_at_total on impacts')
  })

  it('can be stopped midway', async () => {
    const { id } = await ask()
    const manager = managerOn(platform)
    await midway(id, () => manager.post(`/manage/impacts/${id}/stop`), { waits: true })
    const stopped = await show(id)
    expect(stopped).toMatchObject({ status: 'stopped', result: null })
    expect(stopped.done).toBeLessThan(policies)
    expect((await manager.get(`/manage/impacts/${id}/rows`)).statusCode).toBe(400)
  })

  it('fails where its rows cannot be kept, says why, and holds up nobody', async () => {
    await platform.db.pool.query('create table unkept (id text)')
    await platform.db.pool.query(`
      create function keep_not() returns trigger language plpgsql as $$
      begin
        if exists (select from unkept where id = new.impact_id) then
          raise exception 'these rows are not taken';
        end if;
        return new;
      end $$`)
    await platform.db.pool.query(`
      create trigger keep_not before insert on impact_rows for each row execute function keep_not()`)
    const [first, second] = [await ask(), await ask()]
    await platform.db.query(sql`insert into unkept values (${first.id})`)
    await run()
    expect(await show(first.id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('these rows are not taken'),
    })
    expect(await show(second.id)).toMatchObject({ status: 'done', done: policies })
  })

  it('can be asked for again, and waits for the one before it, and says so', async () => {
    const [first, second] = [await ask(), await ask()]
    expect([first.ahead, second.ahead]).toEqual([0, 1])
    await Promise.all([run(), run()])
    const ended = [await show(first.id), await show(second.id)]
    expect(ended.map(({ status, done }) => [status, done])).toEqual([
      ['done', policies],
      ['done', policies],
    ])
  })
})

describe('the impact on a portfolio', () => {
  it('of nothing is nothing', async () => {
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    const impact = await impactOf(platform, { product_version_id: draft }, live)
    expect(impact).toMatchObject({
      status: 'done',
      total: 0,
      result: { count: 0, percent: null, shares: [], least_percent: null },
    })
    const rows = await live.get(`/manage/impacts/${impact.id}/rows`)
    expect(rows.body.split('\n')).toHaveLength(2)
  })

  it('groups by fields of dataset items, and by bands of numbers alone', async () => {
    const company = (await itemsOf(platform, 'companies')).find(({ key }) => key === 'C-0002')?.id
    await sellerOn(platform).quote({ data: { company: company ?? '' } })
    await sellerOn(platform).quote()
    const shown = await managerOn(platform).get('/manage/products/cyber')
    const { live_version_id: live } = shown.json<{ live_version_id: string }>()
    const cyber = { product_version_id: live, scope: { kind: 'quotes', days: 1 } } as const
    const by = [{ field: 'company.city' }, { field: 'company.employees', bands: [40] }]
    // A price that does not come out again, of which nobody can say why.
    await platform.db.query(sql`
      update quotes set gross_payment_amount = gross_payment_amount + 7
      where dataset_items is not null`)
    const { groups, shares } = found(await impactOf(platform, { ...cyber, by }))
    expect(shares).toMatchObject([{ cause: 'structure', premium: -7 }])
    expect(groups.map(({ values }) => values.map(({ value }) => value).toSorted())).toEqual([
      ['(none)', 'Bremen'],
      ['(none)', '40 and more'],
    ])
    for (const [field, message] of [
      [
        'company_backup',
        'company_backup is text, and only numbers have bands. Leave the bands out',
      ],
      ['company', 'company is an item of a dataset, and only numbers'],
      ['plan', 'plan is text'],
    ] as const) {
      const asked = impactOf(platform, { ...cyber, by: [{ field, bands: [5] }] })
      await expect(asked).rejects.toThrow(message)
    }
  })

  it.each([
    [
      'plan or integration',
      (text: string) =>
        text.replace('- key: once', '- key: at-once').replace('- key: bike-shop', '- key: shop'),
      ['integration', 'plan'],
    ],
    ['currency', (text: string) => text.replace('currency: CHF', 'currency: EUR'), ['currency']],
  ])('whose %s a draft no longer has says so', async (_, change, causes) => {
    const other = await pushedDraft(platform, 'bike', { 'product.yaml': change })
    const { result, currency } = await impactOf(platform, { product_version_id: other })
    expect(result).toMatchObject({ not_sold: policies })
    expect(currency).toBe('chf') // Which the portfolio is in, whatever the draft is.
    expect(result?.not_sold_for.map(({ cause }) => cause).toSorted()).toEqual(causes)
  })

  it('of renewals says which knockouts decline them', async () => {
    const scope = { kind: 'renewals', from: '2027-01-01', to: '2031-01-01' } as const
    const { result } = await impactOf(platform, { product_version_id: draft, scope })
    expect(result?.knocked_out_by.map(({ cause }) => cause)).toEqual(['bike_too_old'])
  })

  it.each([
    [{ kind: 'in_force', days: 3 }, 'send days only with quotes'],
    [{ kind: 'quotes', days: 3, to: '2027-01-01' }, 'send from and to only with renewals'],
    [{ kind: 'renewals', from: '2027-01-01' }, 'renewals need from and to'],
  ])('is asked for clearly: not %j', async (scope, message) => {
    const asked = impactOf(platform, { product_version_id: draft, scope })
    await expect(asked).rejects.toThrow(message)
  })

  it('is not grouped by what no answer can hold', async () => {
    const by = [{ field: 'canton.name' }]
    const asked = impactOf(platform, { product_version_id: draft, by })
    await expect(asked).rejects.toThrow('cannot be grouped by canton.name')
  })

  it('that a draft has paid in fewer payments shows the difference as one share', async () => {
    const fewer = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) => text.replace('frequency: month', 'frequency: quarter'),
      'pricing.yaml': (text) => text.replace('"monthly", 12, 1', '"monthly", 4, 1'),
    })
    const { premium_before, premium_after, shares } = found(
      await impactOf(platform, { product_version_id: fewer }),
    )
    expect(premium_after).not.toBe(premium_before) // By what is rounded at each payment.
    expect(shares).toEqual([
      expect.objectContaining({
        cause: 'structure',
        place: 'payments',
        premium: premium_after - premium_before,
      }),
    ])
  })

  it('whose item a draft no longer has says that it is not sold', async () => {
    const without = await pushedDraft(platform, 'bike', {
      'product.yaml': (text) =>
        text.replace(/ {2}- key: city-bike\n.*\n/, '').replace('- key: once', '- key: at-once'),
    })
    const impact = await impactOf(platform, { product_version_id: without })
    expect(impact.result).toMatchObject({
      count: policies,
      not_sold: policies,
      not_sold_for: [{ cause: 'item', count: policies }],
    })
  })
})
