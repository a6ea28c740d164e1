import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { publishedDraft } from '../builders/draft.ts'
import { lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { openInvoices, tokenOf } from '../builders/open-invoice.ts'
import { disputeFee } from '../builders/stripe/account.ts'
import { named } from '../builders/stripe/objects.ts'
import {
  type StripeStage,
  deliver,
  eventOf,
  intentOf,
  later,
  openStripeStage,
} from '../builders/stripe/stripe-stage.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
  await publishedDraft(stage.platform, 'bike', {
    'product.yaml': (text) =>
      text
        .replaceAll('provider: sandbox, method: card', 'provider: stripe, method: card')
        .replace('increase_due: next\n', 'increase_due: next\nrefund: at_once\n'),
  })
})
afterAll(() => stage.close())

const payment = {
  provider: 'stripe',
  method: 'card',
  provider_options: { stripe: { payment_method: 'pm_card_visa' } },
}

/** A bike that is paid monthly by card from 2 March 2027 on. */
async function monthlyAtStripe() {
  const { platform, stripe } = stage
  const life = await lifeOf(platform, { ...monthlyBike('2027-03-01', '2027-03-02'), payment })
  const { id, seller } = life
  const payments = async () =>
    platform.db.query<{ id: string; line: string }>(sql`
      select id, concat_ws(' ', (created_at at time zone 'Europe/Zurich')::date, status, error_code)
        as line
      from payments where policy_id = ${id} order by created_at, id`)
  const newest = async () => intentOf(stripe, (await payments()).at(-1)?.id ?? '')
  return {
    ...life,
    newest,
    /** How the payments stand that were begun since a day. */
    since: async (day: string) =>
      (await payments()).map(({ line }) => line).filter((line) => line >= day),
    card: async () => named((await newest()).payment_method),
    /** The customer pays what is open by the link of its invoice. */
    payByLink: async () => {
      const [open] = await openInvoices(platform, id)
      const token = open && (await tokenOf(platform, id, open))
      const paid = await seller.post('/payments', { policy_id: id, token: token ?? '', ...payment })
      expect(paid.json(), paid.body).toMatchObject({ status: 'ok' })
      await platform.runDue()
    },
    delivered: async (type: string) =>
      expect((await deliver(stage, eventOf(stripe, type))).statusCode).toBe(200),
  }
}

/** What the ledger has at Stripe, and what is there beyond it. */
async function reconciled() {
  await later(stage.platform, { hours: 2 })
  await later(stage.platform, { hours: 2 })
  const answer = await managerOn(stage.platform).get('/manage/reconciliation/accounts')
  const [account] = answer.json<{ totals: object[] }[]>()
  return account?.totals
}

it('a bike is paid by the month over a year, whatever the card does meanwhile', async () => {
  const { platform, stripe } = stage
  const { account } = stripe
  const bike = await monthlyAtStripe()
  const open = async () => (await moneyOf(platform, bike.id))?.receivable

  await bike.to('2027-04-10')
  expect(await bike.since('2027-03')).toEqual(['2027-03-01 ok', '2027-04-02 ok'])

  // In May the card is declined once, and the next try takes the money.
  account.changeCard(await bike.card(), { decline: { code: 'insufficient_funds' } })
  await bike.to('2027-05-03')
  account.changeCard(await bike.card(), {})
  await bike.to('2027-05-10')
  expect(await bike.since('2027-05')).toEqual([
    '2027-05-02 failed insufficient_funds',
    '2027-05-05 ok',
  ])

  // In June the bank asks the customer, who confirms on the page.
  account.askFor(await bike.card())
  await bike.to('2027-06-02')
  expect(await bike.since('2027-06')).toEqual(['2027-06-02 pending'])
  account.confirmIntent((await bike.newest()).id, {})
  account.authenticate((await bike.newest()).id)
  await bike.delivered('payment_intent.succeeded')
  expect(await bike.since('2027-06')).toEqual(['2027-06-02 ok'])

  // In July all tries are declined: the customer is reminded, and pays by the link with another card.
  account.changeCard(await bike.card(), { decline: { code: 'insufficient_funds' } })
  await bike.to('2027-07-25')
  expect(await bike.since('2027-07')).toHaveLength(4)
  const cases = await managerOn(platform).get(`/manage/dunning?policy_id=${bike.id}`)
  expect(cases.json(), cases.body).toMatchObject([{ step: 'reminded' }])
  await bike.payByLink()
  expect(await open()).toBe(0)
  await bike.to('2027-08-10')
  expect(await bike.since('2027-08')).toEqual(['2027-08-02 ok'])

  // In August the customer takes a deductible: part of what was paid goes back to the card.
  const cheaper = { canton: 'ZH', deductible: 20_000, overnight_parking: 'locked_room' }
  const data = { ...cheaper, damage_cover: false }
  const { token } = await bike.transactions.quoteEndorsement(bike.id, data, '2027-08-12')
  await bike.transactions.endorse(bike.id, { quote_token: token })
  await platform.runDue()
  const [refund] = account.refunds.values()
  expect(refund).toMatchObject({ status: 'succeeded', payment_intent: (await bike.newest()).id })

  // The payment of October is disputed, and lost: it is owed again, and paid by the link.
  await bike.to('2027-10-10')
  const { id: disputed } = await bike.newest()
  const dispute = account.dispute(disputed)
  await bike.delivered('charge.dispute.created')
  await bike.to('2027-10-25')
  account.closeDispute(dispute.id, 'lost')
  await bike.delivered('charge.dispute.closed')
  expect(await open()).toBe(dispute.amount)
  await bike.payByLink()
  await bike.to('2028-03-01')

  expect(await bike.since('2027-11')).toEqual([
    '2027-11-02 ok',
    '2027-12-02 ok',
    '2028-01-02 ok',
    '2028-02-02 ok',
  ])
  expect(await moneyOf(platform, bike.id)).toMatchObject({ receivable: 0, credit: 0 })
  // A refund is asked about after 3, 10 and 30 days, by the clock of its policy.
  expect(stripe.asked.filter((one) => one === 'GET /v1/refunds')).toHaveLength(3)
  const balance = account.balance('chf')
  const totals = { currency: 'chf', balance, difference: 0, waiting: 0, unmatched: 0 }
  expect(await reconciled()).toMatchObject([totals])
  expect((await moneyOf(platform, bike.id))?.cash).toBe(
    account.balanceTransactions.reduce((sum, { amount }) => sum + amount, 0),
  )
  expect(dispute.balance_transactions).toMatchObject([{ fee: disputeFee }])
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
})
