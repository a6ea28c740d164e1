import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mandateLink } from '../builders/mandate-link.ts'
import { checkMoney } from '../builders/money-check.ts'
import { sellerOn } from '../builders/sale.ts'
import {
  type StripeStage,
  deliver,
  eventOf,
  intentOf,
  later,
  openStripeStage,
  paidByStripe,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'

/**
 * A process that dies between two steps leaves what it had asked for, and nothing else: a request that
 * never arrived, or one that was carried out and whose answer nobody read.
 */
let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(() => stage.close())

const cuts = ['lost', 'hangs', 'fails_after'] as const
const steps = [
  ['the customer is made', /POST .*customers$/],
  ['the intent is made', /POST .*payment_intents$/],
  ['the intent is confirmed', /confirm$/],
] as const

describe.each(steps)('a charge that is cut when %s', (_, on) => {
  it.each(cuts)('(%s) is paid and issued, or neither', async (kind) => {
    const { stripe, platform } = stage
    stripe.faults.push({ on, kind })
    const { offer, payment } = await paidByStripe(stage, 'pm_card_visa')
    expect(payment.status).toBe('pending')
    await later(platform, { minutes: 1 })
    await later(platform, { hours: 49 })
    await later(platform, { hours: 1 })
    const charges = [...stripe.account.charges.values()].filter(
      ({ metadata }) => metadata['bindery_payment'] === payment.id,
    )
    const status = await statusOf(platform, `/payments/${payment.id}`)
    expect([status, charges.length]).toEqual(charges.length === 1 ? ['ok', 1] : ['failed', 0])
    const policy = await statusOf(platform, `/policies/${offer.id}`)
    expect(policy === 'paid').toBe(status === 'ok')
    for (const intent of stripe.account.intents.values()) {
      const isLeft = intent.metadata['bindery_payment'] === payment.id && charges.length === 0
      if (isLeft) expect(intent.status).toBe('canceled')
    }
  })
})

describe.each([
  ['the customer is made', /POST .*customers$/],
  ['the setup is made', /POST .*setup_intents$/],
] as const)('a mandate that is cut when %s', (_, on) => {
  it.each(cuts)('(%s) is given once, or the one before stays', async (kind) => {
    const { stripe, platform } = stage
    const { offer } = await paidByStripe(stage, 'pm_card_visa')
    const token = await mandateLink(sellerOn(platform), offer.id)
    const page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    stripe.faults.push({ on, kind })
    const begun = await page.post(
      `/policies/${offer.id}/mandate_setups`,
      { provider: 'stripe', method: 'card' },
      { 'mandate-token': token },
    )
    const { id } = begun.json<{ id: string }>()
    expect(begun.json()).toMatchObject({ status: 'pending' })
    const intent = [...stripe.account.setups.values()].find(
      ({ metadata }) => metadata?.['bindery_setup'] === id,
    )
    if (intent !== undefined) {
      stripe.account.confirmSetup(intent.id, 'pm_card_visa')
      await deliver(stage, eventOf(stripe, 'setup_intent.succeeded'))
    }
    await later(platform, { minutes: 1 })
    const shown = await sellerOn(platform).get(`/policies/${offer.id}/mandates`)
    const states = shown.json<{ mandates: { status: string }[] }>().mandates
    expect(states.map(({ status }) => status)).toEqual(
      intent === undefined ? ['active'] : ['replaced', 'active'],
    )
  })
})

it('an outage of a day forgets no payment: what was begun is found, and what fails is known', async () => {
  const { stripe, platform } = stage
  const { offer, payment } = await paidByStripe(stage, null)
  const { id } = intentOf(stripe, payment.id)
  stripe.account.confirmIntent(id, { payment_method: 'pm_card_visa' })
  stripe.faults.push({ on: /./, kind: 'fails', times: 1_000 })
  await later(platform, { hours: 2 })
  await later(platform, { hours: 22 })
  expect(await statusOf(platform, `/policies/${offer.id}`)).toBe('accepted')
  stripe.faults.length = 0
  await later(platform, { hours: 2 })
  expect(await statusOf(platform, `/policies/${offer.id}`)).toBe('paid')
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
})
