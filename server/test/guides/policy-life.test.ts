import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { refundsOf } from '../scenarios/records.ts'
import { type DrawnVersion, drawLife } from './draw-life.ts'

/** The story of the guide, carried out on a platform: its picture and its amounts are the result. */

const picture = new URL('../../../docs/guides/policy-life.svg', import.meta.url)
const guide = new URL('../../../docs/guides/policy-life.md', import.meta.url)

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const on = (day: string) => platform.clock.set(Temporal.Instant.from(`${day}T09:00:00Z`))
const euros = (cents: number) =>
  (cents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

it('the guide shows the life of a policy as the platform lives it', async () => {
  const insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
  const transactions = transactionsOn(platform, insurer)
  on('2027-03-01')
  const { id } = await soldPolicy(insurer, { quote: { data: { policy_start_date: '2027-03-02' } } })

  on('2027-06-09')
  const fewer = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
  await transactions.endorse(id, { quote_token: fewer.token })

  on('2027-08-20')
  const more = await transactions.quoteEndorsement(id, { employee_number: 40 }, '2027-07-15')
  const corrected = await transactions.endorse(id, { quote_token: more.token })
  if (corrected.payment !== null) await transactions.pay(id, corrected.payment.token)

  on('2027-10-11')
  await transactions.cancel(id, '2027-10-31')

  on('2027-12-01')
  const reinstated = await transactions.reinstate(id, { gap: true })
  if (reinstated.payment !== null) await transactions.pay(id, reinstated.payment.token)
  await platform.runDue()

  const versions = await drawnVersions(id)
  expect(versions).toHaveLength(5)
  const term = {
    firstDay: Temporal.PlainDate.from('2027-03-02'),
    lastDay: Temporal.PlainDate.from('2028-03-01'),
  }
  const drawn = drawLife('The life of a policy in five versions', term, versions)
  if (process.env['WRITE_GUIDES'] === '1') await writeFile(picture, drawn)
  expect(await readFile(picture, 'utf8')).toBe(drawn)
  const text = await readFile(guide, 'utf8')
  const november = (await insurer.get(`/policies/${id}?as_of=2027-11-15`)).json<{ cover: object }>()
  expect(november.cover).toEqual({
    state: 'gap',
    first_day: '2027-11-01',
    last_day: '2027-11-30',
  })
  const { state, first_day, last_day } = november.cover as Record<string, string> // As just seen.
  expect(text).toContain(
    `{ "cover": { "state": "${state}", "first_day": "${first_day}", "last_day": "${last_day}" } }`,
  )
  // What became cheaper went back at once; a cancellation takes from the newest payment first.
  const refunds = (await refundsOf(platform, id)).map(({ amount }) => amount)
  expect(refunds.toSorted((one, other) => one - other)).toEqual([6_545, 12_123, 40_119])
  for (const { money } of versions)
    for (const amount of amountsIn(money)) expect(text).toContain(amount)
})

const titles: Readonly<Record<string, string>> = {
  offer: 'Sale',
  endorsement: 'Endorsement',
  cancellation: 'Cancellation',
  reinstatement: 'Reinstatement',
}

async function drawnVersions(id: string): Promise<DrawnVersion[]> {
  const rows = await platform.db.query<{
    kind: string
    number: number
    day: string
    charged: number
    segments: { firstDay: string; kind: string; payment: number }[]
  }>(sql`
    select v.kind, v.number, v.effective_day::text as day,
      coalesce((select sum(c.amount) from charges c where c.version_id = v.id), 0)::bigint as charged,
      (select json_agg(json_build_object('firstDay', s.first_day, 'kind', s.kind, 'payment', s.payment)
        order by s.first_day) from policy_segments s where s.version_id = v.id) as segments
    from policy_versions v where v.policy_id = ${id} and v.state in ('active', 'superseded')
    order by v.number`)
  return rows.map(({ kind, number, day, charged, segments }) => ({
    title: `${number}. ${titles[kind] ?? kind}, from ${dayText(day)}`,
    money:
      charged < 0
        ? `${euros(-charged)} euros less`
        : `${euros(charged)} euros${number > 1 ? ' more' : ''}`,
    segments: segments.map(({ firstDay, kind: held, payment }) => ({
      firstDay: Temporal.PlainDate.from(firstDay),
      kind: held,
      price: `${euros(payment)} a year`,
    })),
  }))
}

function dayText(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'long' })
}

function amountsIn(money: string): string[] {
  return money.match(/[\d,]+\.\d\d/g) ?? []
}
