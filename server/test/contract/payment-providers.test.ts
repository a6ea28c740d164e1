import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { abilitiesByMethod, abilitiesOf, providerNames } from '../../src/products/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { mandateLink } from '../builders/mandate-link.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { managerOn } from '../builders/manager.ts'
import { bankPays } from '../builders/payouts.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { transferred } from '../builders/transferred.ts'
import {
  type StripeStage,
  deliver,
  eventOf,
  intentOf,
  later,
  openStripeStage,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'
import { eventsOf, tally } from '../scenarios/records.ts'

/**
 * What every provider has to do that takes money here, in its own way to say it. A new provider needs a
 * row: see docs/guides/payment-provider.md.
 */
interface Kit {
  readonly method: string
  /** What is shown of a mandate. */
  readonly hint?: string
  /** What can happen to its payments; `all` where it is called over a network. */
  readonly outcomes: readonly Outcome[] | 'all'
  /** How a payment is asked for that ends so; what goes wrong is arranged before. */
  pay(outcome: Outcome): JsonObject
  /** The money of a payment that was made is taken back. */
  chargeBack?(paymentId: string): Promise<void>
  /** The money of a payment that waits for it comes. */
  settle?(paymentId: string): Promise<void>
}
type Outcome =
  | 'ok'
  | 'declined'
  | 'lost request'
  | 'lost answer'
  | 'declines later'
  | 'lost answer of a refund'
  | 'lost answer of an instalment'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(() => stage.close())
afterEach(() => {
  stage.stripe.faults.length = 0
})

const scripts: Readonly<Record<Outcome, JsonObject>> = {
  ok: {},
  declined: { outcome: 'failed' },
  'lost request': { outcome: 'unreached' },
  'lost answer': { outcome: 'timeout' },
  'declines later': { mandate: 'soft_decline' },
  'lost answer of a refund': { refund: 'timeout' },
  'lost answer of an instalment': { mandate: 'timeout' },
}

const stripeFaults: Partial<Record<Outcome, { on: RegExp; kind: 'lost' | 'hangs' }>> = {
  'lost request': { on: /POST .*payment_intents$/, kind: 'lost' },
  'lost answer': { on: /confirm$/, kind: 'hangs' },
  'lost answer of a refund': { on: /POST .*refunds$/, kind: 'hangs' },
}

const kits: Readonly<Record<string, Kit>> = {
  sandbox: {
    method: 'card',
    hint: '•••• 4242',
    outcomes: 'all',
    pay: (outcome) => ({ provider_options: { sandbox: scripts[outcome] } }),
    chargeBack: async (payment_id) => {
      await sandboxCallback(stage.platform, { payment_id, status: 'charged_back' })
    },
  },
  stripe: {
    method: 'card',
    hint: '•••• 4242',
    outcomes: 'all',
    pay: (outcome) => {
      const fault = stripeFaults[outcome]
      if (fault !== undefined) stage.stripe.faults.push({ ...fault })
      const card = {
        declined: 'pm_card_chargeDeclined',
        'declines later': 'pm_card_chargeCustomerFail',
      }
      const payment_method = card[outcome as keyof typeof card] ?? 'pm_card_visa'
      return { provider_options: { stripe: { payment_method } } }
    },
    chargeBack: async (paymentId) => {
      const { stripe } = stage
      const dispute = stripe.account.dispute(intentOf(stripe, paymentId).id)
      stripe.account.closeDispute(dispute.id, 'lost')
      await deliver(stage, eventOf(stripe, 'charge.dispute.closed'))
    },
  },
  'stripe/sepa_debit': {
    method: 'sepa_debit',
    hint: '•••• 3000',
    outcomes: ['ok', 'declined', 'declines later', 'lost answer of a refund'],
    pay: (outcome) => {
      const fault = stripeFaults[outcome]
      if (fault !== undefined) stage.stripe.faults.push({ ...fault })
      const accounts = { declined: 'pm_sepa_noFunds', 'declines later': 'pm_sepa_emptyLater' }
      const payment_method = accounts[outcome as keyof typeof accounts] ?? 'pm_sepa'
      return { provider_options: { stripe: { payment_method } } }
    },
    // Banks take days; it is asked about meanwhile.
    settle: async (id) => {
      const { reference } = await shownPayment(id)
      const { account } = stage.stripe
      if (account.intent(reference).status === 'processing') account.settleDebit(reference)
      const refused = stage.stripe.account.intent(reference).status !== 'succeeded'
      const event = refused ? 'payment_intent.payment_failed' : 'payment_intent.succeeded'
      await deliver(stage, eventOf(stage.stripe, event))
    },
    chargeBack: async (paymentId) => {
      const { stripe } = stage
      // The bank takes the money back without a question: such a dispute is lost when it is opened.
      stripe.account.dispute(intentOf(stripe, paymentId).id, 'lost')
      await deliver(stage, eventOf(stripe, 'charge.dispute.created'))
    },
  },
  bank_transfer: {
    method: 'transfer',
    outcomes: ['ok'],
    pay: () => ({}),
    settle: async (paymentId) => {
      const { next_action: action } = await shownPayment(paymentId)
      expect(action).toMatchObject({
        type: 'bank_transfer',
        iban: 'DE89370400440532013000',
        account_holder: 'Demo Insurance AG',
        currency: 'eur',
      })
      await receiptOf(action?.reference ?? '', action?.amount ?? 0)
    },
  },
}

async function shownPayment(id: string) {
  const answer = await sellerOn(stage.platform).get(`/payments/${id}`)
  return answer.json<{
    status: string
    reference: string
    next_action?: { type: string; reference: string; amount: number }
  }>()
}

const receiptOf = (reference: string, amount: number) =>
  transferred(stage.platform, reference, amount)

const here = providerNames.filter((name) => abilitiesOf(name).collects === 'here')
const elsewhere = providerNames.filter((name) => abilitiesOf(name).collects === 'elsewhere')

it('has a row for each provider that collects here', () => {
  const methods = here.flatMap((name) => [
    name,
    ...Object.keys(abilitiesByMethod(name)).map((method) => `${name}/${method}`),
  ])
  expect(Object.keys(kits).toSorted()).toEqual(methods.toSorted())
})

describe.each(providerNames)('%s', (name) => {
  it('has what it says that it can, and nothing else', () => {
    const provider = stage.platform.providers.get(name)
    const can = abilitiesOf(name)
    expect({
      collects: provider?.settlesAtOnce === true ? 'elsewhere' : 'here',
      mandate: provider?.setups !== undefined,
      offSession: provider?.collect !== undefined,
      credentials: provider?.credentials !== undefined,
    }).toEqual({
      collects: can.collects,
      mandate: can.mandate,
      offSession: can.offSession,
      credentials: can.credentials,
    })
  })
})

describe.each(elsewhere)('%s, which collects elsewhere', (name) => {
  it('is ok at once and is never asked', async () => {
    const provider = stage.platform.providers.get(name)
    expect(provider?.settlesAtOnce).toBe(true)
    expect(provider?.pendingHoursMax).toBeUndefined()
  })
})

describe.each(Object.entries(kits))('%s, which takes the money', (kind, kit) => {
  const [name = ''] = kind.split('/')
  const by = { provider: name, method: kit.method }

  async function paid(outcome: Outcome, clock?: string) {
    const seller = sellerOn(stage.platform, clock === undefined ? {} : { clock })
    const day = clock === undefined ? '2028-01-01' : '2031-06-01'
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: day } } })
    const answer = await seller.pay(offer, { ...by, ...kit.pay(outcome) })
    expect(answer.statusCode, answer.body).toBe(200)
    const payment = answer.json<{ id: string; status: string }>()
    if (kit.settle !== undefined) {
      expect(payment.status).toBe('pending')
      expect(await policyOf(offer.id)).toBe('accepted')
      await kit.settle(payment.id)
      payment.status = (await shownPayment(payment.id)).status
    }
    return { seller, offer, payment, id: offer.id }
  }
  const can = abilitiesOf(name, kit.method)
  const when = (outcome: Outcome) =>
    it.runIf(kit.outcomes === 'all' || kit.outcomes.includes(outcome))
  const policyOf = (id: string) => statusOf(stage.platform, `/policies/${id}`)

  it('issues the policy with a payment that is made', async () => {
    const { id, payment } = await paid('ok')
    expect(payment.status).toBe('ok')
    expect(await policyOf(id)).toBe('paid')
    expect(tally(await eventsOf(stage.platform, id, payment.id))).toMatchObject({
      'payment.ok': 1,
      'policy.issued': 1,
    })
  })

  it.runIf(can.mandate)('leaves a mandate with a hint', async () => {
    const { seller, id } = await paid('ok')
    expect((await seller.get(`/policies/${id}/mandates`)).json()).toMatchObject({
      mandates: [{ provider: name, status: 'active', hint: kit.hint }],
    })
  })

  when('declined')('leaves an offer that can be paid otherwise when it declines', async () => {
    const { seller, offer, id, payment } = await paid('declined')
    expect(payment.status).toBe('failed')
    expect(await policyOf(id)).toBe('ready')
    expect((await seller.pay(offer)).json()).toMatchObject({ status: 'ok' })
  })

  when('lost request')('says that no money was taken where the request was lost', async () => {
    const { id, payment } = await paid('lost request')
    expect(payment.status).toBe('pending')
    await later(stage.platform, { minutes: 1 })
    expect(await policyOf(id)).toBe('ready')
  })

  when('lost answer')(
    'says that the money was taken, once, where the answer was lost',
    async () => {
      const { id, payment } = await paid('lost answer')
      expect(payment.status).toBe('pending')
      await later(stage.platform, { minutes: 1 })
      expect(await policyOf(id)).toBe('paid')
      expect(tally(await eventsOf(stage.platform, id, payment.id))).toMatchObject({
        'payment.ok': 1,
        'policy.issued': 1,
      })
    },
  )

  async function cancelled(outcome: Outcome) {
    const sale = await paid(outcome)
    const shown = await sale.seller.get(`/policies/${sale.id}`)
    const { version_id } = shown.json<{ version_id: string }>()
    await sale.seller.cancel(sale.id, version_id, { termination_date: '2028-03-31' })
    await stage.platform.runDue()
    return sale.id
  }
  const refundsOf = (id: string) =>
    stage.platform.db.query<{ status: string; attempt: number }>(sql`
      select status, attempt from refunds where policy_id = ${id}`)

  it('pays back', async () => {
    const id = await cancelled('ok')
    // What came by bank goes back by bank: a person sees to the payout.
    await bankPays(stage.platform, id)
    expect(await refundsOf(id)).toEqual([{ status: 'ok', attempt: 1 }])
  })

  when('lost answer of a refund')('pays back once where the answer was lost', async () => {
    const id = await cancelled('lost answer of a refund')
    expect(await refundsOf(id)).toEqual([{ status: 'pending', attempt: 1 }])
    await later(stage.platform, { minutes: 5 })
    expect(await refundsOf(id)).toEqual([{ status: 'ok', attempt: 1 }])
  })

  it.runIf(can.dispute)('reports a charge-back: the amount is owed again', async () => {
    const { id, payment } = await paid('ok')
    await kit.chargeBack?.(payment.id)
    expect(await statusOf(stage.platform, `/payments/${payment.id}`)).toBe('failed')
    const money = await moneyOf(stage.platform, id)
    expect(money).toMatchObject({ cash: 0 })
    expect(money?.receivable).toBeGreaterThan(0)
  })

  const instalmentsOf = async (id: string) =>
    (
      await stage.platform.db.query<{ line: string }>(sql`
        select attempt || ' ' || status as line from payments
        where policy_id = ${id} and mandate_id is not null order by created_at, id`)
    ).map(({ line }) => line)

  it.runIf(can.offSession)(
    'collects instalments by the mandate, and leaves the rest to the plan when it declines',
    async () => {
      const clock = await newClock(stage.platform, '2031-05-01T10:00:00Z')
      const sold = await paid('ok', clock)
      const declining = await paid('declines later', clock)
      await advanceAll(stage.platform, clock, '2032-06-30T12:00:00Z')
      expect(await instalmentsOf(sold.id)).toEqual(['1 ok'])
      expect(await instalmentsOf(declining.id)).toEqual([
        '1 failed',
        '2 failed',
        '3 failed',
        '4 failed',
      ])
    },
  )

  when('lost answer of an instalment')(
    'collects an instalment once whose answer was lost',
    async () => {
      const clock = await newClock(stage.platform, '2031-05-01T10:00:00Z')
      const sold = await paid('lost answer of an instalment', clock)
      if (name === 'stripe') stage.stripe.faults.push({ on: /confirm$/, kind: 'hangs' })
      await advanceAll(stage.platform, clock, '2032-06-30T12:00:00Z')
      expect(await instalmentsOf(sold.id)).toEqual(['1 ok'])
    },
  )

  it.runIf(can.mandate)('takes a mandate without a payment', async () => {
    const { id } = await paid('ok')
    const token = await mandateLink(sellerOn(stage.platform), id)
    const seller = sellerOn(stage.platform, { publicKey: stage.platform.demo.keys.test.public })
    const begun = await seller.post(`/policies/${id}/mandate_setups`, by, {
      'mandate-token': token,
    })
    expect(begun.statusCode, begun.body).toBe(200)
    const setup = begun.json<{ id: string; status: string }>()
    if (setup.status === 'pending') {
      const { account } = stage.stripe
      const intent = [...account.setups.values()].find(
        ({ metadata }) => metadata?.['bindery_setup'] === setup.id,
      )
      account.confirmSetup(intent?.id ?? '', kit.method === 'card' ? 'pm_card_visa' : 'pm_sepa')
      await deliver(stage, eventOf(stage.stripe, 'setup_intent.succeeded'))
    }
    const shown = await sellerOn(stage.platform).get(`/policies/${id}/mandates`)
    expect(
      shown.json<{ mandates: { status: string }[] }>().mandates.map(({ status }) => status),
    ).toEqual(['replaced', 'active'])
  })
})

describe('a transfer', () => {
  async function waiting() {
    const seller = sellerOn(stage.platform)
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: '2028-01-01' } } })
    const answer = await seller.pay(offer, { provider: 'bank_transfer', method: 'transfer' })
    const { id } = answer.json<{ id: string }>()
    const { next_action: action } = await shownPayment(id)
    return { seller, offer, id, reference: action?.reference ?? '', amount: action?.amount ?? 0 }
  }

  it('of another amount, or with a mistyped reference, waits for a person', async () => {
    const { offer, reference, amount } = await waiting()
    expect(await receiptOf(reference, amount - 1)).toBe('other_amount')
    const mistyped = reference.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await receiptOf(mistyped, amount)).toBe('no_number')
    expect(await statusOf(stage.platform, `/policies/${offer.id}`)).toBe('accepted')
    expect(await receiptOf(reference, amount)).toBe('matched')
    expect(await statusOf(stage.platform, `/policies/${offer.id}`)).toBe('paid')
  })

  it('that comes after the payment was given up still pays for the offer, unless it is paid', async () => {
    const late = await waiting()
    const paid = await waiting()
    for (const { seller, offer, id } of [late, paid]) {
      const given = { token: offer.payment_token }
      expect((await seller.post(`/payments/${id}/void`, given)).json()).toMatchObject({
        status: 'failed',
      })
    }
    expect((await paid.seller.pay(paid.offer)).json()).toMatchObject({ status: 'ok' })
    expect(await receiptOf(late.reference, late.amount)).toBe('matched')
    expect(await statusOf(stage.platform, `/policies/${late.offer.id}`)).toBe('paid')
    expect(await receiptOf(paid.reference, paid.amount)).toBe('invoice_settled')
  })

  it('is asked for only by an insurer who has said to which account', async () => {
    const wrong = await managerOn(stage.platform).put(
      '/manage/payment_providers/bank_transfer/credentials',
      { fields: { iban: 'DE88370400440532013000' } },
    )
    expect(wrong.statusCode).toBe(400)
    expect(wrong.body).toContain('iban')
  })
})

it('leaves a portfolio whose money adds up', async () => {
  expect(await checkMoney(stage.platform)).toMatchObject({ policies_different: 0, faults: [] })
})
