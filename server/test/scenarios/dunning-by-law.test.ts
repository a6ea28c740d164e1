import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { casesOf } from '../builders/dunning.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Monthly 300.00: December is paid, January is not. The notice is sent on 1 February. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

const putOnSale = (settings: string) =>
  publishPricedBike(
    platform,
    (text) => `${text.replace('refund: full_before_start', 'refund: pro_rata')}\n${settings}`,
  )

type Life = Awaited<ReturnType<typeof sold>>
const sold = () =>
  pricedBike(platform, {
    start: '2026-12-01',
    price: 30_000,
    plan: 'monthly',
    mandate: 'none',
  })
const viewOf = async ({ seller, id }: Life, query = '') =>
  (await seller.get(`/policies/${id}${query}`)).json<JsonObject & { cover: { state: string } }>()
/** The cover of days of 2027, as known now. */
const coverOn = (life: Life, ...days: string[]) =>
  Promise.all(
    days.map(async (day) => {
      const { cover } = await viewOf(life, `?as_of=2027-${day}`)
      return cover.state
    }),
  )
const owedBy = async ({ id }: Life) => (await moneyOf(platform, id))?.receivable
const payOldest = async ({ id }: Life, on: string, amount?: number) => {
  const [oldest] = await openInvoices(platform, id)
  if (oldest === undefined) throw new Error('nothing is open')
  await receivedByHand(platform, {
    id: oldest.id,
    amount: amount ?? oldest.open,
    currency: 'chf',
    on,
  })
  await platform.runDue()
}
const eventsOf = async ({ id }: Life): Promise<string[]> => {
  const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
  const { events } = history.json<{ events: { type: string }[] }>()
  return events.map(({ type }) => type)
}

describe('a policy under Swiss law', () => {
  beforeAll(() => putOnSale('law: ch\ndunning: { notice: { after_days: 31 } }\n'))

  it('has no cover 14 days after the dispatch, ends two months later, and owes nothing for that time', async () => {
    const life = await sold()
    await life.to('2027-02-15')
    expect((await casesOf(platform, life.id))[0]).toMatchObject({ grace_until: '2027-02-15' })
    expect(await viewOf(life)).toMatchObject({ cover: { state: 'covered' } })
    await life.to('2027-02-16')
    expect(await viewOf(life)).toMatchObject({ status: 'paid', cover: { state: 'suspended' } })
    await life.to('2027-04-15')
    // January to April: until the end the premium is owed, for cover can resume.
    expect(await viewOf(life)).toMatchObject({ status: 'paid', cover: { state: 'suspended' } })
    expect(await owedBy(life)).toBe(120_000)
    await life.to('2027-04-16')
    expect(await viewOf(life)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'system',
      localized_dates: { termination_date: '2027-04-15T23:59:59+02:00' },
    })
    expect(await coverOn(life, '02-15', '02-16', '04-15', '04-16')).toEqual([
      'covered',
      'suspended',
      'suspended',
      'ended',
    ])
    // January, and 15 of 28 days of February.
    expect(await owedBy(life)).toBe(46_071)
    await payOldest(life, '2027-04-16')
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled' })
    expect(await owedBy(life)).toBe(16_071)
  })

  it('is covered again from the day of the payment, and pays for the time without cover', async () => {
    const life = await sold()
    await life.to('2027-03-10')
    await payOldest(life, '2027-03-10')
    expect(await coverOn(life, '02-16', '03-09', '03-10')).toEqual([
      'suspended',
      'suspended',
      'covered',
    ])
    expect(await owedBy(life)).toBe(60_000)
  })

  it('does not end while the premium is claimed at law', async () => {
    const life = await sold()
    await life.to('2027-03-10')
    const [one] = await casesOf(platform, life.id)
    const action = { date: '2027-03-09', evidence: 'Betreibung 1044' }
    const path = `/manage/dunning/${one?.id}/legal-action`
    const early = await managerOn(platform).post(path, { ...action, date: '2027-03-11' })
    expect(early.json()).toMatchObject({ errors: [{ field: 'date', rules: ['before_or_equal'] }] })
    const recorded = await managerOn(platform).post(path, action)
    expect(recorded.json()).toMatchObject({ state: 'open', legal_action_on: '2027-03-09' })
    await life.to('2027-06-10')
    expect(await viewOf(life)).toMatchObject({ status: 'paid', cover: { state: 'suspended' } })
    await payOldest(life, '2027-06-10')
    expect(await coverOn(life, '06-09', '06-10')).toEqual(['suspended', 'covered'])
    expect(await eventsOf(life)).toContain('dunning.legal_action_recorded')
    const closed = await managerOn(platform).post(path, action)
    expect(closed.json()).toMatchObject({ code: 'dunning_case_closed' })
  })
})

describe('a policy under German law', () => {
  beforeAll(() =>
    putOnSale(
      'law: de\ndunning: { reminders: [], notice: { after_days: 33, grace_days: 18 }, then: suspend, lapse_after_days: 20 }\n',
    ),
  )

  it('has a grace that ends on a working day, and ends by a proven letter alone', async () => {
    const life = await sold()
    // From Wednesday the third 18 days are a Sunday.
    await life.to('2027-02-22')
    expect((await casesOf(platform, life.id))[0]).toMatchObject({ grace_until: '2027-02-22' })
    expect(await viewOf(life)).toMatchObject({ cover: { state: 'covered' } })
    await life.to('2027-03-14')
    expect((await casesOf(platform, life.id))[0]).toMatchObject({ termination_due_on: null })
    await life.to('2027-03-25')
    expect(await viewOf(life)).toMatchObject({ status: 'paid', cover: { state: 'suspended' } })
    expect((await casesOf(platform, life.id))[0]).toMatchObject({
      state: 'open',
      step: 'suspended',
      termination_due_on: '2027-03-16',
    })
    expect(await eventsOf(life)).toContain('dunning.termination_due')
    const delivery = {
      document: 'termination',
      delivered_on: '2027-03-24',
      evidence: 'By courier.',
    }
    const recorded = await life.seller.post(`/policies/${life.id}/deliveries`, delivery)
    expect(recorded.statusCode, recorded.body).toBe(200)
    await platform.runDue()
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled' })
    // January, and 22 of 28 days of February.
    expect(await owedBy(life)).toBe(53_571)
    // The notice names January and February. A month after 25 March is a Sunday.
    expect((await casesOf(platform, life.id))[0]?.letters.at(-1)).toMatchObject({
      kind: 'lapse',
      cover_until: '2027-02-22',
      grace_until: '2027-04-26',
      revival_amount: 60_000,
    })
    await life.to('2027-04-26')
    await payOldest(life, '2027-04-26', 60_000)
    expect(await coverOn(life, '02-22', '02-23', '04-25', '04-26')).toEqual([
      'covered',
      'suspended',
      'suspended',
      'covered',
    ])
    // March to May, which was asked for on 24 April.
    expect(await owedBy(life)).toBe(90_000)
  })
})
