import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { paymentLinkOf } from '../../src/payments/index.ts'
import { selectInvoicesOf } from '../../src/ledger/index.ts'
import type { JsonObject, PolicyId } from '../../src/kernel/index.ts'
import { selectPolicy } from '../../src/policies/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { mailAll } from '../builders/mails.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { named } from '../builders/stripe/objects.ts'
import {
  type StripeStage,
  confirmInForm,
  deliver,
  eventOf,
  intentOf,
  openStripeStage,
  paidByStripe,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(() => stage.close())

const card = { provider: 'sandbox', method: 'card' }
const transfer = { provider: 'bank_transfer', method: 'transfer' }
const byStripe = { provider: 'stripe', method: 'card' }

function linkAt(policyId: string, token: string) {
  const url = `/payment_links/${policyId}`
  const send = (path: string, payload: JsonObject) =>
    stage.platform.app.inject({ method: 'POST', url: url + path, payload: { token, ...payload } })
  return {
    show: () => stage.platform.app.inject({ url, headers: { 'payment-token': token } }),
    pay: (way: JsonObject) => send('/payments', way),
    giveUp: () => send('/void', {}),
  }
}

async function offered() {
  const { id, payment_token: token } = await madeOffer(sellerOn(stage.platform))
  return { id, token, link: linkAt(id, token) }
}

/** The link that mails name for the instalment of a policy. */
async function mailedLink(id: string) {
  const { platform } = stage
  const policy = await selectPolicy(platform.db, id as PolicyId) // As it was sold.
  const invoices = await selectInvoicesOf(platform.db, policy?.id ?? 'tpol_')
  const invoice = invoices.find(({ kind }) => kind === 'instalment')
  if (policy === undefined || invoice === undefined) throw new Error(`${id} has no instalment`)
  const deps = { ...platform, publicUrl: 'https://cover.example' }
  return { invoice, href: await paymentLinkOf(deps, policy, invoice) }
}

describe('the link of an offer', () => {
  it('shows who is paid what, without a key, and pays once however often it is sent', async () => {
    const { id, link } = await offered()
    const shown = (await link.show()).json()
    expect(shown).toMatchObject({
      insurer_name: 'Demo Insurance',
      product_name: 'Cyber Protect',
      status: 'open',
      amount: 146_241,
      currency: 'eur',
      methods: [card, byStripe, { provider: 'stripe', method: 'sepa_debit' }, transfer],
    })
    expect(shown).not.toHaveProperty('payment')
    const answers = await Promise.all([link.pay(card), link.pay(card)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await link.pay(card)).json()).toMatchObject({ status: 'paid', methods: [] })
    expect(await statusOf(stage.platform, `/policies/${id}`)).toBe('paid')
    const made = await stage.platform.db.query(sql`
      select from payments where policy_id = ${id} and status = 'ok'`)
    expect(made).toHaveLength(1)
  })

  it('gives up a payment for another way, after which nobody can make it', async () => {
    const { link } = await offered()
    const begun = (await link.pay(byStripe)).json()
    expect(begun).toMatchObject({ status: 'pending', payment: { next_action: { type: 'stripe' } } })
    expect((await link.giveUp()).json()).toMatchObject({ status: 'open' })
    const { id: paymentId } = (begun as { payment: { id: string } }).payment
    expect(intentOf(stage.stripe, paymentId).status).toBe('canceled')
    expect((await link.pay(card)).json()).toMatchObject({ status: 'paid' })
  })

  it('tells nothing to those who guess: another policy, another token, and none are answered alike', async () => {
    const [one, other] = [await offered(), await offered()]
    const unknown = 'tpol_01b0acc58e2037776d4164838825'
    const guesses = [linkAt(one.id, other.token), linkAt(one.id, ''), linkAt(unknown, one.token)]
    const answers = await Promise.all(
      guesses.map(async ({ show }) => {
        const { statusCode, body } = await show()
        return `${statusCode} ${body.replaceAll(/tpol_\w+/g, 'it')}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
  })

  it('that has expired is closed', async () => {
    const clock = await newClock(stage.platform, '2031-05-01T10:00:00Z')
    const seller = sellerOn(stage.platform, { clock })
    const quote = { data: { policy_start_date: '2031-06-01' } }
    const { id, payment_token: token } = await madeOffer(seller, { quote })
    await advanceAll(stage.platform, clock, '2031-07-15T10:00:00Z')
    expect((await linkAt(id, token).pay(card)).json()).toMatchObject({ status: 'closed' })
  })
})

describe('the form of a link that was left open', () => {
  /** An instalment that its customer pays, with the form of Stripe open. */
  async function formOpen() {
    const { platform } = stage
    const clock = await newClock(platform, '2031-05-01T10:00:00Z')
    const seller = sellerOn(platform, { clock })
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: '2031-06-01' } } })
    const paid = await seller.pay(offer, { ...card, sandbox: { mandate: 'none' } })
    expect(paid.statusCode, paid.body).toBe(200)
    await advanceAll(platform, clock, '2032-06-01T12:00:00Z')
    const { href, invoice } = await mailedLink(offer.id)
    const [, token = ''] = /#(.+)$/.exec(href ?? '') ?? []
    const link = linkAt(offer.id, token)
    const begun = (await link.pay(byStripe)).json<{ payment: { id: string } }>()
    const intent = intentOf(stage.stripe, begun.payment.id)
    const receive = async (amount: number) => {
      const path = `/manage/invoices/${invoice.id}/receipts`
      const answer = await managerOn(platform).post(path, {
        amount,
        currency: 'eur',
        received_on: '2032-06-01',
      })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
    }
    return { link, invoice, intent, receive }
  }

  it('cannot take what was paid otherwise: nothing has to be given back', async () => {
    const { link, invoice, intent, receive } = await formOpen()
    await receive(invoice.open)
    await stage.platform.runDue()
    expect(intentOf(stage.stripe, intent.metadata['bindery_payment'] ?? '').status).toBe('canceled')
    expect(() =>
      stage.stripe.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' }),
    ).toThrow()
    expect((await link.show()).json()).toMatchObject({ status: 'paid', amount: invoice.open })
  })

  it('takes the rest after a part was paid, also where nobody has closed it yet', async () => {
    const { link, invoice, intent, receive } = await formOpen()
    await receive(40_000)
    const shown = (await link.show()).json()
    expect(shown).toMatchObject({ status: 'open', amount: invoice.open - 40_000 })
    expect(stage.stripe.account.intent(intent.id).status).toBe('canceled')
    const again = (await link.pay(byStripe)).json<{ payment: { id: string } }>()
    expect(again).toMatchObject({ status: 'pending', amount: invoice.open - 40_000 })
    const { amount } = intentOf(stage.stripe, again.payment.id)
    expect(amount).toBe(invoice.open - 40_000)
  })
})

describe('a debit that is under way', () => {
  it('is not asked about for a customer who waits, and cannot be given up', async () => {
    const { stripe } = stage
    stripe.account.holdsDebits = true
    const { link } = await offered()
    const begun = (await link.pay({ provider: 'stripe', method: 'sepa_debit' })).json<{
      payment: { id: string }
    }>()
    confirmInForm(stripe, begun.payment.id, 'pm_sepa')
    await deliver(stage, eventOf(stripe, 'payment_intent.processing'))
    const asked = stripe.asked.length
    const shown = [await link.show(), await link.show(), await link.giveUp()]
    for (const one of shown) {
      expect(one.json()).toMatchObject({ status: 'pending', is_voidable: false })
    }
    expect(stripe.asked.length).toBe(asked)
    stripe.account.holdsDebits = false
    stripe.account.settleDebit(intentOf(stripe, begun.payment.id).id)
    await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))
    expect((await link.show()).json()).toMatchObject({ status: 'paid', is_voidable: false })
  })
})

describe('the link of an instalment that a bank asks its customer about', () => {
  it('leads to the payment that waits, and says afterwards that it is paid', async () => {
    const { stripe, platform } = stage
    const clock = await newClock(platform, '2031-05-01T10:00:00Z')
    const { offer, payment } = await paidByStripe(stage, 'pm_card_visa', {
      clock,
      startDay: '2031-06-01',
    })
    stripe.account.askFor(named(intentOf(stripe, payment.id).payment_method))
    await advanceAll(platform, clock, '2032-06-01T12:00:00Z')
    const { href, invoice } = await mailedLink(offer.id)
    const [, id = '', token = ''] = /\/pay\/(\w+)#(.+)$/.exec(href ?? '') ?? []
    const link = linkAt(id, token)
    // The mail to the customer leads there.
    await platform.runDue()
    await mailAll(platform)
    const manager = managerOn(platform)
    const mails = (await manager.get(`/manage/mails?policy_id=${id}`)).json<
      readonly { readonly id: string; readonly event_type: string }[]
    >()
    expect(mails.map((one) => one.event_type)).toEqual(['payment.action_required'])
    const mail = await manager.get(`/manage/mails/${mails[0]?.id}`)
    expect(mail.body).toContain(`/pay/${id}#${token}`)
    const shown = (await link.show()).json<{ payment: { id: string } }>()
    expect(shown).toMatchObject({
      kind: 'instalment',
      status: 'pending',
      amount: invoice.open,
      due_date: '2032-06-01',
      first_day: '2032-06-01',
      last_day: '2033-05-31',
      payment: { next_action: { type: 'stripe' } },
      is_voidable: false,
    })
    // What a mandate collects is not the customer's to give up, and nothing is paid beside it.
    expect((await link.giveUp()).json()).toMatchObject({ status: 'pending' })
    expect((await link.pay(card)).json()).toMatchObject({ payment: { id: shown.payment.id } })
    const intent = intentOf(stripe, shown.payment.id)
    stripe.account.confirmIntent(intent.id, {})
    stripe.account.authenticate(intent.id)
    await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))
    const paid = (await link.show()).json()
    expect(paid).toMatchObject({ status: 'paid', amount: invoice.open })
    expect(paid).not.toHaveProperty('payment')
    expect((await mailedLink(offer.id)).href).toBeNull()
  })
})
