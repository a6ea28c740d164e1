import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

interface Dates {
  readonly status: string
  readonly start_date: string
  readonly end_date: string
  readonly localized_dates: { readonly start_date: string; readonly end_date: string }
}

/** A bike policy, which lasts one year, from that day. */
async function bikePolicyFrom(day: string): Promise<{ id: string; view(): Promise<Dates> }> {
  const seller = sellerOn(platform, { product: 'bike' })
  const policy = await soldPolicy(seller, { quote: { data: { start_date: day } } })
  const view = async () => (await seller.get(`/policies/${policy.id}`)).json<Dates>()
  return { id: policy.id, view }
}

describe('a policy of one year', () => {
  it.each([
    [
      'that starts on the day when clocks go forward',
      '2027-03-28',
      ['2027-03-27T23:00:00+00:00', '2028-03-27T21:59:59+00:00'],
      ['2027-03-28T00:00:00+01:00', '2028-03-27T23:59:59+02:00'],
    ],
    [
      'that ends on the day when clocks go forward',
      '2027-03-27',
      ['2027-03-26T23:00:00+00:00', '2028-03-26T21:59:59+00:00'],
      ['2027-03-27T00:00:00+01:00', '2028-03-26T23:59:59+02:00'],
    ],
    [
      'that starts on the day when clocks go back',
      '2027-10-31',
      ['2027-10-30T22:00:00+00:00', '2028-10-30T22:59:59+00:00'],
      ['2027-10-31T00:00:00+02:00', '2028-10-30T23:59:59+01:00'],
    ],
    [
      'that ends on the day when clocks go back',
      '2027-10-30',
      ['2027-10-29T22:00:00+00:00', '2028-10-29T22:59:59+00:00'],
      ['2027-10-30T00:00:00+02:00', '2028-10-29T23:59:59+01:00'],
    ],
    [
      'that starts on a leap day',
      '2028-02-29',
      ['2028-02-28T23:00:00+00:00', '2029-02-28T22:59:59+00:00'],
      ['2028-02-29T00:00:00+01:00', '2029-02-28T23:59:59+01:00'],
    ],
    [
      'that would end on the day before a leap day',
      '2027-03-02',
      ['2027-03-01T23:00:00+00:00', '2028-03-01T22:59:59+00:00'],
      ['2027-03-02T00:00:00+01:00', '2028-03-01T23:59:59+01:00'],
    ],
  ])('%s covers whole local days', async (_, day, [start, end], [localStart, localEnd]) => {
    const policy = await bikePolicyFrom(day)
    expect(await policy.view()).toMatchObject({
      start_date: start,
      end_date: end,
      localized_dates: { start_date: localStart, end_date: localEnd },
    })
    const lastSecond = Temporal.Instant.from(end ?? '')
    platform.clock.set(lastSecond)
    expect((await policy.view()).status).toBe('paid')
    platform.clock.set(lastSecond.add({ seconds: 1 }))
    expect((await policy.view()).status).toBe('expired')
    // The database, which finds what is due for the sweep, agrees to the second.
    platform.clock.set(lastSecond)
    await platform.handlers.sweep({})
    expect((await policy.view()).status).toBe('paid')
    platform.clock.set(lastSecond.add({ seconds: 1 }))
    await platform.handlers.sweep({})
    platform.clock.set(lastSecond)
    expect((await policy.view()).status).toBe('expired')
  })

  it('is quoted and offered across the night in which clocks change', async () => {
    // 00:30 in Berlin on 28 March 2027, a night of one hour less.
    platform.clock.set(Temporal.Instant.from('2027-03-27T23:30:00Z'))
    const seller = sellerOn(platform)
    const starting = (day: string) => seller.quote({ data: { policy_start_date: day } })
    expect((await starting('2027-03-28')).statusCode).toBe(400)
    const quote = await starting('2027-03-29')
    platform.clock.set(Temporal.Instant.from('2027-03-28T21:59:59Z'))
    const { token } = quote.json<{ token: string }>()
    expect((await seller.offer(token)).statusCode).toBe(200)
    platform.clock.set(Temporal.Instant.from('2027-03-28T22:00:00Z'))
    expect((await seller.offer(token)).statusCode).toBe(400)
  })
})
