import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { numberInvoices } from '../../src/ledger/index.ts'
import { newClock } from '../builders/clock.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Two workers on one database. */
let platform: TestPlatform
let elsewhere: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  elsewhere = await openTestPlatform({ beside: { platform, connection: platform.connection } })
})
afterAll(async () => {
  await elsewhere.close()
  await platform.close()
})

/** Numbers that were given out, by series, in the order of their invoices. */
async function given(): Promise<Record<string, number[]>> {
  const rows = await platform.db.query<{ series: string; number: number }>(sql`
    select concat_ws(' ', case when livemode then 'live' else 'test' end, year) as series, number
    from invoice_numbers order by number`)
  const series = Map.groupBy(rows, (row) => row.series)
  return Object.fromEntries(
    [...series].map(([name, all]) => [name, all.map(({ number }) => number)]),
  )
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

/** Ends a session that gives numbers out, as if its worker had been killed. */
async function killOne(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%invoice_series%'
    limit 1`)
}

describe('the numbers of invoices', () => {
  it('have no gaps, however many processes give them out at once and whichever is killed meanwhile', async () => {
    const client = new pg.Client({ ...platform.connection })
    await client.connect()
    try {
      for (let round = 0; round < 4; round++) {
        await Promise.all(upTo(6).map(() => soldPolicy(sellerOn(platform))))
        const numbering = [platform, elsewhere, platform, elsewhere].map(({ db }) =>
          numberInvoices(db).catch((error: unknown) => error),
        )
        if (round % 2 === 0) await killOne(client)
        await Promise.all(numbering)
      }
      await numberInvoices(platform.db)
    } finally {
      await client.end()
    }
    expect(await given()).toEqual({ 'test 2027': upTo(24) })
    const { secret } = platform.demo.keys.live
    await soldPolicy(sellerOn(platform, { secretKey: secret }))
    await numberInvoices(platform.db)
    expect(await given()).toEqual({ 'test 2027': upTo(24), 'live 2027': [1] })
  })

  it('are of the year in which the invoice was issued where the policy was sold, whenever they are given', async () => {
    // In Berlin the new year begins an hour earlier than in Greenwich.
    const sold = ['2029-12-31T22:59:59Z', '2029-12-31T23:00:00Z']
    for (const moment of sold) {
      const clock = await newClock(platform, moment)
      await soldPolicy(sellerOn(platform, { clock }), {
        quote: { data: { policy_start_date: '2030-02-01' } },
      })
    }
    await numberInvoices(platform.db)
    expect(await given()).toMatchObject({ 'test 2029': [1], 'test 2030': [1] })
  })

  it('cannot be given twice, changed or lost behind the ledger', async () => {
    const tries = [
      sql`update invoice_numbers set number = 99 where number = 1`,
      sql`delete from invoice_numbers where number = 1`,
      sql`insert into invoice_numbers select 'bil_x', insurer_id, livemode, year, number
        from invoice_numbers where number = 1 limit 1`,
    ]
    for (const statement of tries) await expect(platform.db.query(statement)).rejects.toThrow()
  })
})
