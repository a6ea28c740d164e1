import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { casesOf } from '../builders/dunning.ts'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/**
 * Monthly 300.00 with 47.90 of tax. May is paid, June is not: noticed on 25 June with a grace to 12 July,
 * and lapsed on 13 July. July was asked for on 24 June.
 */
const steps = `
law: de
dunning:
  reminders: []
  notice: { after_days: 24, grace_days: 17, declares_termination: true }
`
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPricedBike(
    platform,
    (text) =>
      `${text.replace('refund: full_before_start', 'refund: pro_rata')}reinstatement_days: 60\n${steps}`,
  )
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

type Life = Awaited<ReturnType<typeof pricedBike>>

/** One that has lapsed, with its invoice of June. */
async function lapsed(
  meanwhile: (life: Life) => Promise<unknown> = async () => undefined,
): Promise<Life & { readonly june: string }> {
  const sold = { start: '2027-05-01', price: 30_000, plan: 'monthly', mandate: 'none' } as const
  const life = await pricedBike(platform, sold)
  await life.to('2027-06-10')
  await meanwhile(life)
  await life.to('2027-07-12')
  expect(await openOf(life)).toEqual(['2027-06-01 30000', '2027-07-01 30000'])
  const [june] = await openInvoices(platform, life.id)
  await life.to('2027-07-13')
  return { ...life, june: june?.id ?? '' }
}
const openOf = async ({ id }: Life) =>
  (await openInvoices(platform, id)).map(({ due_date, open }) => `${due_date} ${open}`)
const owedBy = async ({ id }: Life) => (await moneyOf(platform, id))?.receivable
const viewOf = async ({ seller, id }: Life, query = '') =>
  (await seller.get(`/policies/${id}${query}`)).json<
    JsonObject & { status: string; cover: { state: string } }
  >()
const pay = async (life: Life & { readonly june: string }, on: string, amount = 30_000) => {
  await receivedByHand(platform, { id: life.june, amount, currency: 'chf', on })
  await platform.runDue()
}
/** The cover of days of 2027, as known now. */
const coverOn = async (life: Life, ...days: string[]) =>
  Promise.all(
    days.map(async (day) => {
      const { cover } = await viewOf(life, `?as_of=2027-${day}`)
      return cover.state
    }),
  )
const eventsOf = async ({ id }: Life): Promise<string[]> => {
  const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
  const { events } = history.json<{ events: { type: string }[] }>()
  return events.map(({ type }) => type)
}

describe('a policy that has lapsed', () => {
  it('owes what was covered, and says what voids its lapse, and until when', async () => {
    const life = await lapsed()
    expect(await openOf(life)).toEqual(['2027-06-01 30000', '2027-07-01 11613'])
    expect(await owedBy(life)).toBe(41_613)
    const [one] = await casesOf(platform, life.id)
    expect(one).toMatchObject({ state: 'lapsed' })
    expect(one?.letters.at(-1)).toMatchObject({
      kind: 'lapse',
      cover_until: '2027-07-12',
      grace_until: '2027-08-12',
      revival_amount: 30_000,
      total: 41_613,
    })
  })

  it('ends on the day for which it was cancelled before, where it revives', async () => {
    const life = await lapsed(({ id, transactions }) => transactions.cancel(id, '2027-11-20'))
    await life.to('2027-08-05')
    await pay(life, '2027-08-05')
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled', cancelled_by: 'insurer' })
    expect(await coverOn(life, '08-04', '08-05', '11-20', '11-21')).toEqual([
      'suspended',
      'covered',
      'covered',
      'ended',
    ])
    expect(await owedBy(life)).toBe(60_000)
  })

  it('does not revive with money for another month, though its credit settles a part of the notice', async () => {
    const life = await lapsed()
    await life.to('2027-07-21')
    const [, july] = await openInvoices(platform, life.id)
    await receivedByHand(platform, {
      id: july?.id ?? '',
      amount: 30_000,
      currency: 'chf',
      on: '2027-07-20',
    })
    await platform.runDue()
    expect(await openOf(life)).toEqual(['2027-06-01 11613'])
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled' })
    await pay(life, '2027-07-21', 11_613)
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled' })
    expect(await owedBy(life)).toBe(0)
  })

  it('revives with the premium of the notice: suspended until it was paid, and all of it owed', async () => {
    const life = await lapsed()
    await life.to('2027-08-05')
    await pay(life, '2027-08-05')
    expect(await viewOf(life)).toMatchObject({ status: 'paid', cancelled_by: '' })
    expect(await coverOn(life, '07-12', '07-13', '08-04', '08-05')).toEqual([
      'covered',
      'suspended',
      'suspended',
      'covered',
    ])
    expect(await openOf(life)).toEqual(['2027-07-01 11613', '2027-08-12 48387'])
    expect(await owedBy(life)).toBe(60_000)
    const [, missed] = await openInvoices(platform, life.id)
    const shown = await managerOn(platform).get(`/manage/invoices/${missed?.id}`)
    expect(shown.json()).toMatchObject({
      total: 48_387,
      lines: [
        { first_day: '2027-07-01', amount: 18_387, tax: 2_936 },
        { first_day: '2027-08-01', amount: 30_000, tax: 4_790 },
      ],
    })
    const types = await eventsOf(life)
    expect(types).toContain('policy.revived')
    const [next, before] = await casesOf(platform, life.id)
    expect(before?.letters.at(-1)).toMatchObject({
      kind: 'revival',
      cover_until: '2027-07-12',
      cover_from: '2027-08-05',
      total: 60_000,
    })
    // July is overdue, and dunned anew.
    expect(next).toMatchObject({ state: 'open', step: 'overdue', overdue: 11_613 })
    await life.to('2027-08-26')
    expect(await openOf(life)).toEqual(['2027-07-01 11613', '2027-08-12 48387', '2027-09-01 30000'])
  })

  it.each([
    ['2027-08-12', 'paid', 60_000],
    ['2027-08-13', 'cancelled', 11_613],
  ])('paid on %s it is %s', async (on, status, owed) => {
    const life = await lapsed()
    await life.to(on)
    await pay(life, on)
    expect(await viewOf(life)).toMatchObject({ status })
    expect(await owedBy(life)).toBe(owed)
  })
  it('revives where all that is owed is paid at once', async () => {
    const life = await lapsed()
    await life.to('2027-07-20')
    await pay(life, '2027-07-20', 41_613)
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
    // The rest of July; August is asked for on its own day.
    expect(await openOf(life)).toEqual(['2027-07-27 18387'])
    expect((await casesOf(platform, life.id)).map(({ state }) => state)).toEqual(['lapsed'])
  })

  it('does not revive where a cent of the premium is missing, and does with it', async () => {
    const life = await lapsed()
    await life.to('2027-08-05')
    await pay(life, '2027-08-05', 29_999)
    expect(await viewOf(life)).toMatchObject({ status: 'cancelled' })
    expect(await owedBy(life)).toBe(11_614)
    await life.to('2027-08-06')
    await pay(life, '2027-08-06', 1)
    expect(await coverOn(life, '08-05', '08-06')).toEqual(['suspended', 'covered'])
  })

  it('was never without cover where the money had come in the grace and was recorded later', async () => {
    const life = await lapsed()
    await life.to('2027-07-15')
    await pay(life, '2027-07-12')
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
    expect(await coverOn(life, '07-12', '07-13', '07-15')).toEqual([
      'covered',
      'covered',
      'covered',
    ])
    expect(await openOf(life)).toEqual(['2027-07-01 11613', '2027-07-22 18387'])
  })

  it('revives by the day of the money, although it is recorded after the last day for it', async () => {
    const life = await lapsed()
    await life.to('2027-08-20')
    await pay(life, '2027-08-12')
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
    expect(await coverOn(life, '08-11', '08-12')).toEqual(['suspended', 'covered'])
    expect(await openOf(life)).toEqual(['2027-07-01 11613', '2027-08-27 48387'])
  })

  it('that a person has reinstated stays as it was reinstated', async () => {
    const life = await lapsed()
    await life.to('2027-07-20')
    const { payment } = await life.transactions.reinstate(life.id, { gap: true })
    await life.transactions.pay(life.id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await coverOn(life, '07-13', '07-19', '07-20')).toEqual(['gap', 'gap', 'covered'])
    expect(await eventsOf(life)).not.toContain('policy.revived')
    expect(await owedBy(life)).toBe(0)
  })

  it('revives although somebody was offered a reinstatement, which is void then', async () => {
    const life = await lapsed()
    await life.to('2027-07-20')
    const { payment } = await life.transactions.reinstate(life.id)
    expect(payment?.amount).toBe(60_000)
    await pay(life, '2027-07-20')
    expect(await viewOf(life)).toMatchObject({ status: 'paid' })
    expect(await eventsOf(life)).toEqual(
      expect.arrayContaining(['policy.revived', 'policy.proposal_preempted']),
    )
    expect(await openOf(life)).toEqual(['2027-07-01 11613', '2027-07-27 18387'])
  })

  it('keeps its revival under a correction from an earlier day', async () => {
    const life = await lapsed()
    await life.to('2027-07-20')
    await pay(life, '2027-07-20')
    const { id, transactions } = life
    const { token } = await transactions.quoteEndorsement(id, { bike_price: 15_000 }, '2027-07-05')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-07-05' })
    expect(await coverOn(life, '07-04', '07-12', '07-13', '07-19', '07-20')).toEqual([
      'covered',
      'covered',
      'suspended',
      'suspended',
      'covered',
    ])
    // Four days at 300.00 and 27 at 150.00.
    expect(await owedBy(life)).toBe(16_936)
  })
})
