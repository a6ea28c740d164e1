import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { sql } from '../../../src/database/index.ts'
import { selectAccountByKey } from '../../../src/identity/index.ts'
import { type TestPlatform, openTestPlatform } from '../../support/platform.ts'
import { publishedDraft, withoutRenewal, dunnedBy } from '../draft.ts'
import { managerOn } from '../manager.ts'
import { madeOffer, sellerOn } from '../sale.ts'
import { type FakeStripe, openFakeStripe } from './fake-stripe.ts'

const webhookSecret = 'whsec_firstfirstfirst'

/** A platform whose insurer has an account at the fake of Stripe, and sells cyber policies with it. */
export async function openStripeStage(options: { readonly bindOn?: 'processing' } = {}) {
  // Stripe needs the clock of the platform, and the platform the address of Stripe.
  const time: { now: () => Temporal.Instant } = { now: () => Temporal.Now.instant() }
  const stripe = await openFakeStripe(() => time.now())
  const platform = await openTestPlatform({ leavesDocuments: true, stripe: stripe.settings })
  time.now = platform.clock
  const insurerId = await sellByStripe(platform, stripe, options)
  const close = async () => {
    await platform.close()
    await stripe.close()
  }
  return { platform, stripe, insurerId, close }
}
export type StripeStage = Awaited<ReturnType<typeof openStripeStage>>

/** Gives the insurer its account at Stripe, and sells cyber policies that are paid there. */
export async function sellByStripe(
  platform: TestPlatform,
  stripe: Pick<FakeStripe, 'keys'>,
  options: { readonly bindOn?: 'processing' } = {},
): Promise<string> {
  const set = await managerOn(platform).put('/manage/payment_providers/stripe/credentials', {
    fields: {
      secret_key: stripe.keys.secret,
      publishable_key: stripe.keys.publishable,
      mandate_prefix: 'BND/',
      webhook_secret: webhookSecret,
    },
  })
  expect(set.statusCode, set.body).toBe(200)
  const transfers = await managerOn(platform).put(
    '/manage/payment_providers/bank_transfer/credentials',
    { fields: { iban: 'DE89 3704 0044 0532 0130 00', account_holder: 'Demo Insurance AG' } },
  )
  expect(transfers.statusCode, transfers.body).toBe(200)
  const bindOn = options.bindOn === undefined ? '' : `, bind_on: ${options.bindOn}`
  await publishedDraft(platform, 'cyber', {
    'mails/payment.action_required.en.md': () => confirmationMail,
    'product.yaml': (text) =>
      (options.bindOn === undefined ? dunnedBy(withoutRenewal(text)) : withoutRenewal(text))
        // Debits are told two weeks before, and ordered five days before.
        .replace('frequency: year\n', 'frequency: year\n    issue_days_before: 20\n')
        .replace(
          /\n( *- )\{ provider: sandbox, method: card \}/,
          `$&\n$1{ provider: stripe, method: card }\n$1{ provider: stripe, method: sepa_debit${bindOn} }\n$1{ provider: bank_transfer, method: transfer }`,
        )
        .concat('\nmails: { send: { payment.action_required: {} } }\n'),
  })
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  return insurer?.id ?? ''
}

const confirmationMail = `Subject: Please confirm your payment

The bank asks you about {{invoice.total}}.

{{#links.pay}}
[Confirm it]({{links.pay}})
{{/links.pay}}
`

export interface StripePayment {
  readonly id: string
  readonly status: string
  readonly next_action?: {
    readonly type: string
    readonly client_secret?: string
    readonly publishable_key?: string
    readonly url?: string
  }
}

/** An offer that is paid by Stripe: with a card at once, or in the form of the page. */
export async function paidByStripe(
  { platform }: Pick<StripeStage, 'platform'>,
  card: string | null,
  options: { readonly clock?: string; readonly startDay?: string; readonly method?: string } = {},
) {
  const { clock, startDay = '2028-01-01', method = 'card' } = options
  const seller = sellerOn(platform, clock === undefined ? {} : { clock })
  const offer = await madeOffer(seller, { quote: { data: { policy_start_date: startDay } } })
  const given: JsonObject =
    card === null ? {} : { provider_options: { stripe: { payment_method: card } } }
  const answer = await seller.pay(offer, { provider: 'stripe', method, ...given })
  expect(answer.statusCode, answer.body).toBe(200)
  return { seller, offer, payment: answer.json<StripePayment>() }
}

/** The intent of a payment, as Stripe has it. */
export function intentOf({ account }: FakeStripe, paymentId: string): Stripe.PaymentIntent {
  const all = [...account.intents.values()]
  const intent = all.find(({ metadata }) => metadata['bindery_payment'] === paymentId)
  return intent ?? expect.fail(`Stripe has no intent of ${paymentId}`)
}

/** The customer fills in the form of Stripe on the page. */
export function confirmInForm(stripe: FakeStripe, paymentId: string, card: string): void {
  const intent = intentOf(stripe, paymentId)
  stripe.account.confirmIntent(intent.id, { payment_method: card })
}

/** Stripe sends an event to the insurer's address. */
export async function deliver(
  { platform, stripe, insurerId }: Omit<StripeStage, 'close'>,
  event: Stripe.Event,
  {
    secret = webhookSecret,
    changes = {},
    to = insurerId,
  }: { readonly secret?: string; readonly changes?: object; readonly to?: string } = {},
) {
  const { payload, headers } = stripe.signed(event, secret, changes)
  const url = `/payments/callbacks/stripe/${to}`
  return platform.app.inject({ method: 'POST', url, payload, headers })
}

/** The newest event of a type. */
export function eventOf({ account }: FakeStripe, type: string): Stripe.Event {
  const event = account.events.findLast((one) => one.type === type)
  return event ?? expect.fail(`Stripe has no event ${type}`)
}

export async function statusOf(platform: TestPlatform, path: string): Promise<string> {
  const answer = await sellerOn(platform).get(path)
  return answer.json<{ status: string }>().status
}

/** Hours later: every job and sweep that is due has run. */
export async function later(platform: TestPlatform, duration: Temporal.DurationLike) {
  platform.clock.advance(duration)
  await platform.handlers.sweep({})
  await platform.runDue()
}

export async function paymentRows(platform: TestPlatform, policyId: string) {
  return platform.db.query<{
    id: string
    status: string
    doubt: string | null
    reference: string | null
    code: string | null
  }>(sql`
    select id, status, doubt, reference, error_code as code from payments
    where policy_id = ${policyId} order by created_at, id`)
}
