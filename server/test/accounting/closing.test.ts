import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { soldOnAccount, trackReceipts } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await trackReceipts(platform, 'cyber')
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

interface Line {
  readonly id: string
  readonly number: number
  readonly booking_day: string
  readonly value_day: string
  readonly service_from: string | null
  readonly service_to: string | null
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly currency: string
  readonly tax_rate: string | null
  readonly cause: string
  readonly corrects: string | null
  readonly reason: string | null
  readonly policy_id: string | null
  readonly posted_at: string
}

interface Closed {
  readonly id: string
  readonly month: string
  readonly state: string
  readonly postings: number | null
  readonly totals: readonly {
    readonly account: string
    readonly debit: number
    readonly credit: number
  }[]
  readonly digest: string | null
}

const close = (month: string, key?: string) =>
  managerOn(platform, key).post('/manage/closings', { month })
const closed = async (month: string): Promise<Closed> => {
  const begun = await close(month)
  expect([begun.statusCode, begun.json()]).toEqual([202, expect.objectContaining({ month })])
  await platform.runDue(['sum_month'])
  return (await managerOn(platform).get(`/manage/closings/${month}`)).json<Closed>()
}
const journal = async (filters: string): Promise<Line[]> => {
  const lines = await managerOn(platform).get(`/manage/journal?limit=1000&${filters}`)
  expect(lines.statusCode, lines.body).toBe(200)
  return lines.json<Line[]>()
}
const today = () => platform.clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
const month = (day = today()) => day.toPlainYearMonth().toString()
const codeOf = (response: { json(): unknown }) => (response.json() as { code: string }).code

/** Anything can be asked of the database itself, with the policy locked as the tests want it. */
async function inPolicy(id: string, statement: ReturnType<typeof sql>) {
  return platform.db.transaction(async (tx) => {
    await tx.query(sql`select from policies where id = ${id} for update`)
    return tx.query(statement)
  })
}

describe('a closed month', () => {
  it('gets nothing more: a correction is posted on the first open day, and names the original', async () => {
    const seller = sellerOn(platform)
    const policy = await soldPolicy(seller, { payment: { provider: 'sandbox', method: 'card' } })
    const soldOn = today()
    const before = await closed(month())
    expect(before).toMatchObject({
      state: 'closed',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const [charge] = await journal(`from=${soldOn}&to=${soldOn}&policy_id=${policy.id}`)
    // Still within the month that is closed by now.
    const cancelled = await seller.cancel(policy.id, policy.version_id, {
      termination_date: soldOn.add({ days: 3 }).toString(),
    })
    expect(cancelled.statusCode, cancelled.body).toBe(202)
    await platform.runDue()
    const firstOpen = soldOn.with({ day: 1 }).add({ months: 1 })
    const later = await journal(`from=${firstOpen}&to=${firstOpen}&policy_id=${policy.id}`)
    const reduced = later.filter(({ debit }) => debit === 'premium')
    expect(reduced).toMatchObject([
      {
        booking_day: firstOpen.toString(),
        service_from: charge?.service_from,
        service_to: charge?.service_to,
        corrects: charge?.cause,
      },
    ])
    const again = await managerOn(platform).get(`/manage/closings/${before.month}`)
    expect(again.json()).toEqual(before)
    const { accounts } = (
      await managerOn(platform).get(
        `/manage/trial_balance?from=${soldOn.with({ day: 1 })}&to=${firstOpen.subtract({ days: 1 })}`,
      )
    ).json<{ accounts: { account: string; closing: number }[] }>()
    expect(accounts.reduce((sum, { closing }) => sum + closing, 0)).toBe(0)
  })

  it('is refused by the database to whoever writes into it', async () => {
    const { policy } = await soldOnAccount(platform, sellerOn(platform))
    const insurer = await platform.db.query<{ id: string }>(sql`
      select insurer_id as id from policies where id = ${policy.id}`)
    const insert = (day: string) =>
      inPolicy(
        policy.id,
        sql`
          insert into postings (policy_id, cause, debit, credit, amount, posted_at, insurer_id,
            livemode, currency, booking_day, value_day)
          values (${policy.id}, 'by hand', 'receivable', 'premium', 1, now(), ${insurer[0]?.id ?? ''},
            false, 'eur', ${day}::date, ${day}::date)`,
      )
    const [last] = await platform.db.query<{ day: string }>(sql`
      select max(last_day)::text as day from closings`)
    await expect(insert(last?.day ?? '')).rejects.toThrow(/is closed/)
    await expect(insert('2020-01-01')).rejects.toThrow(/is closed/)
    await expect(inPolicy(policy.id, sql`update closings set closed_at = now()`)).rejects.toThrow(
      /written once/,
    )
    await expect(inPolicy(policy.id, sql`delete from closings`)).rejects.toThrow(/written once/)
  })

  it('is closed once, after the month before it, and not while that is summed', async () => {
    const next = today().with({ day: 1 }).add({ months: 1 })
    expect(codeOf(await close(month()))).toBe('month_closed')
    expect(codeOf(await close(month(next.add({ months: 1 }))))).toBe('month_not_next')
    expect(codeOf(await close('2027-13'))).toBe('invalid_data')
    const [one, other] = await Promise.all([close(month(next)), close(month(next))])
    expect(new Set([one.statusCode, other.statusCode])).toEqual(new Set([202, 400]))
    expect(codeOf(await close(month(next.add({ months: 1 }))))).toBe('closing_under_way')
    await platform.runDue(['sum_month'])
    const { insurer } = platform.demo
    expect(codeOf(await close(month(), insurer.live?.secret))).toBe('month_not_over')
  })

  it('has a digest that follows from the journal and from the month before', async () => {
    const closings = (await managerOn(platform).get('/manage/closings')).json<Closed[]>()
    const chain = closings.toReversed()
    let digest = ''
    let from = '2000-01-01'
    for (const one of chain) {
      const last = Temporal.PlainYearMonth.from(one.month).toPlainDate({ day: 31 })
      const lines = await journal(`from=${from}&to=${last}`)
      const hash = createHash('sha256').update(digest)
      for (const line of lines) {
        const values = [
          line.number,
          line.booking_day,
          line.value_day,
          line.service_from,
          line.service_to,
          line.debit,
          line.credit,
          line.amount,
          line.currency,
          line.tax_rate,
          line.cause,
          line.reason,
          line.policy_id,
          line.posted_at,
        ]
        hash.update(`${JSON.stringify(values)}\n`)
      }
      digest = hash.digest('hex')
      expect(one).toMatchObject({ digest, postings: lines.length })
      from = last.add({ days: 1 }).toString()
    }
    expect(chain).toHaveLength(2)
  })

  it('waits for who posts at that moment, and lets nobody in afterwards', async () => {
    const next = today().with({ day: 1 }).add({ months: 2 })
    platform.clock.set(next.toZonedDateTime({ timeZone: 'UTC', plainTime: '10:00' }).toInstant())
    const [holding, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [insurer] = await platform.db.query<{ id: string }>(sql`
      select distinct insurer_id as id from postings`)
    const posting = platform.db.transaction(async (tx) => {
      await tx.query(sql`
        insert into postings (cause, debit, credit, amount, posted_at, insurer_id, livemode,
          currency, booking_day, value_day)
        values ('receipt of the last minute', 'bank', 'unmatched_receipts', 1, now(),
          ${insurer?.id ?? ''}, false, 'eur', ${today()}::date, ${today()}::date)`)
      holding.resolve()
      await release.promise
    })
    await holding.promise
    let isClosed = false
    const closing = close(month()).then((response) => {
      isClosed = true
      return response
    })
    // Whoever posts from now on waits for the closing, and is posted behind it.
    await platform.db.query(sql`select 1`)
    while (!(await isAnybodyWaiting())) await platform.db.query(sql`select pg_sleep(0.01)`)
    expect(isClosed).toBe(false)
    const late = soldPolicy(sellerOn(platform))
    release.resolve()
    await posting
    expect((await closing).statusCode).toBe(202)
    const policy = await late
    await platform.runDue(['sum_month'])
    const firstOpen = next.add({ months: 1 })
    const lines = await journal(`from=${firstOpen}&to=${firstOpen}&policy_id=${policy.id}`)
    expect(lines.length).toBeGreaterThan(0)
    const causes = (await journal(`from=${next}&to=${next}`)).map(({ cause }) => cause)
    expect(causes).toEqual(['receipt of the last minute'])
    const shown = await managerOn(platform).get(`/manage/closings/${month()}`)
    expect(shown.json()).toMatchObject({ state: 'closed', postings: 1 })
  })

  it('sums exactly what was posted in it, whoever sells while it is closed', async () => {
    const first = today().with({ day: 1 }).add({ months: 1 })
    platform.clock.set(first.toZonedDateTime({ timeZone: 'UTC', plainTime: '10:00' }).toInstant())
    const sell = (count: number) =>
      Promise.all(Array.from({ length: count }, () => soldPolicy(sellerOn(platform))))
    const [during] = await Promise.all([sell(12), close(month())])
    const afterwards = await sell(4)
    await platform.runDue(['sum_month'])
    const shown = (await managerOn(platform).get(`/manage/closings/${month()}`)).json<Closed>()
    const lines = await journal(
      `from=${first}&to=${first.add({ months: 1 }).subtract({ days: 1 })}`,
    )
    expect(shown.postings).toBe(lines.length)
    const premium = lines.filter(({ credit }) => credit === 'premium')
    const total = shown.totals.find(({ account }) => account === 'premium')?.credit ?? 0
    expect(total).toBe(premium.reduce((sum, { amount }) => sum + amount, 0))
    const open = await journal(`from=${first.add({ months: 1 })}&to=${first.add({ months: 1 })}`)
    const policies = [...lines, ...open].map(({ policy_id }) => policy_id)
    expect(policies).toEqual(expect.arrayContaining([...during, ...afterwards].map(({ id }) => id)))
    const soldLater = new Set(afterwards.map(({ id }) => id))
    expect(lines.filter(({ policy_id }) => soldLater.has(policy_id ?? ''))).toEqual([])
  })
})

async function isAnybodyWaiting(): Promise<boolean> {
  const waiting = await platform.db.query(sql`
    select from pg_locks where locktype = 'advisory' and not granted`)
  return waiting.length > 0
}
