import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedDraft } from '../builders/draft.ts'
import { card, lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  // Without their documents, which nothing here shows.
  for (const product of ['bike', 'cyber']) await publishedDraft(platform, product, {})
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

const kept = (name: string) => `timetables/${name}.txt`

describe('a bike paid once', () => {
  it('gets back what an endorsement made cheaper; one that nobody pays for lapses', async () => {
    const { id, transactions, to, timetable } = await lifeOf(platform, {
      ...monthlyBike('2027-03-01', '2027-03-02'),
      plan: 'once',
      quote: { start_date: '2027-03-02', purchase_date: '2027-03-01' },
    })
    await to('2027-06-09')
    const { token } = await transactions.quoteEndorsement(id, { damage_cover: false })
    await transactions.endorse(id, { quote_token: token })
    await to('2027-09-01')
    const dearer = await transactions.quoteEndorsement(id, { damage_cover: true }, '2027-08-15')
    expect(await transactions.endorse(id, { quote_token: dearer.token })).toMatchObject({
      status: 'proposed',
    })
    await to('2027-10-10')
    await transactions.cancel(id, '2027-12-31')
    await to('2028-03-10')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-paid-once'))
  })
})

describe('a bike paid monthly by card', () => {
  it('from 31 January on is asked for on the last days of months, over New Year to its end', async () => {
    const { to, timetable } = await lifeOf(platform, monthlyBike('2027-01-30', '2027-01-31'))
    await to('2028-02-02')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-from-31-january'))
  })

  it('from 29 February on goes by the days that February has in other years', async () => {
    const { to, timetable } = await lifeOf(platform, monthlyBike('2028-02-28', '2028-02-29'))
    await to('2029-03-02')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-from-29-february'))
  })

  it('is tried again where the card is declined, and pays for an endorsement with the next month', async () => {
    const { id, transactions, to, timetable } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'third_try'),
    )
    await to('2027-05-10')
    const { token } = await transactions.quoteEndorsement(id, { damage_cover: false }, '2027-05-12')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-05-12' })
    await to('2027-06-20')
    const dearer = await transactions.quoteEndorsement(id, { damage_cover: true }, '2027-06-25')
    await transactions.endorse(id, { quote_token: dearer.token, effective_date: '2027-06-25' })
    await to('2027-07-20')
    await transactions.cancel(id, '2027-07-31')
    await to('2027-10-01')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-declined-and-changed'))
  })

  it('owes what was charged back, pays it by its token with another card, and goes on', async () => {
    const { id, transactions, payOpen, to, timetable } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'charge_back'),
    )
    await to('2027-04-12')
    await payOpen()
    await to('2027-05-20')
    await transactions.cancel(id, '2027-05-25')
    await to('2027-07-01')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-charged-back'))
  })
})

describe('a bike paid monthly that nobody pays for', () => {
  it('is reminded and given notice, pays what is open, and goes on', async () => {
    const { payOpen, to, timetable } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'soft_decline'),
    )
    await to('2027-05-10')
    // April; May is tried again by the card that paid it, and the fee of the notice stays open.
    await payOpen()
    await to('2027-07-10')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-dunned-and-cured'))
  })

  it('is suspended, owes what the days cost, and is covered again from the payment on', async () => {
    const { payOpen, to, timetable } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'hard_decline'),
    )
    await to('2027-05-20')
    await payOpen() // April, which is what the notice asks for; May and the fee are left.
    await to('2027-05-21')
    await payOpen()
    await to('2027-07-10')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-suspended-and-covered-again'))
  })

  it('lapses after its suspension, and is reinstated once all that it owes is paid', async () => {
    const { id, transactions, to, timetable } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'hard_decline'),
    )
    await to('2027-07-20')
    const { payment } = await transactions.reinstate(id)
    const paid = await transactions.pay(id, payment?.token ?? '', card())
    expect(paid.statusCode, paid.body).toBe(200)
    await to('2027-08-10')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-lapsed-and-reinstated'))
  })

  it('lapses, and goes on without the days between, which cost nothing', async () => {
    const { id, transactions, to, timetable } = await lifeOf(
      platform,
      monthlyBike('2027-03-01', '2027-03-02', 'hard_decline'),
    )
    await to('2027-07-20')
    const { payment } = await transactions.reinstate(id, { gap: true })
    await transactions.pay(id, payment?.token ?? '', card())
    await to('2027-08-10')
    await expect(await timetable()).toMatchFileSnapshot(kept('bike-lapsed-and-back-with-a-gap'))
  })
})

describe('a cyber policy paid yearly by invoice', () => {
  const sold = () =>
    lifeOf(platform, {
      product: 'cyber',
      plan: 'by-invoice',
      timeZone: 'Europe/Berlin',
      at: '2027-12-01T09:00:00Z',
      quote: { policy_start_date: '2028-01-01' },
      payment: { provider: 'invoice', method: 'invoice' },
    })
  const receive = async (id: string, received_on: string, amount?: number) => {
    const [open] = (await openInvoices(platform, id)).toSorted(
      (one, other) => other.open - one.open,
    )
    const came = { amount: amount ?? open?.open ?? 0, currency: 'eur', received_on }
    const recorded = await managerOn(platform).post(`/manage/invoices/${open?.id}/receipts`, came)
    expect(recorded.statusCode, recorded.body).toBe(200)
    platform.clock.advance({ seconds: 1 }) // Two on one day are listed in the order of true time.
  }

  it('is open until its receipt is recorded, and asks again for the next year', async () => {
    const { id, transactions, to, timetable } = await sold()
    await to('2028-01-10')
    await receive(id, '2028-01-10', 100_000)
    await to('2028-01-20')
    await receive(id, '2028-01-20', 46_241)
    await to('2028-06-01')
    const { token } = await transactions.quoteEndorsement(id, { deductible: 1_000_000 })
    await transactions.endorse(id, { quote_token: token })
    await to('2029-01-05')
    await receive(id, '2029-01-05')
    await to('2029-03-15')
    await transactions.cancel(id, '2029-03-31')
    await to('2029-05-01')
    await expect(await timetable()).toMatchFileSnapshot(kept('cyber-by-invoice'))
  })

  it('lapses six weeks after its day, and is reinstated when all its money has come', async () => {
    const { id, transactions, to, timetable } = await sold()
    await to('2028-02-20')
    for (const invoice of await openInvoices(platform, id)) {
      expect(invoice.open).toBeGreaterThan(0)
      await receive(id, '2028-02-20')
    }
    const { payment } = await transactions.reinstate(id)
    const promised = { provider: 'invoice', method: 'invoice' }
    const paid = await transactions.pay(id, payment?.token ?? '', promised)
    expect(paid.statusCode, paid.body).toBe(200)
    await to('2028-03-01')
    await receive(id, '2028-03-01')
    await to('2028-06-01')
    await expect(await timetable()).toMatchFileSnapshot(kept('cyber-lapsed-and-reinstated'))
  })
})
