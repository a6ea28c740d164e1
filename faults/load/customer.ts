import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { StripeBeside } from '../stripe/open-stripe.ts'
import type { CardProvider } from './card-provider.ts'
import { type Counter, textOf } from './counter.ts'
import {
  type Distributor,
  type Means,
  type Offer,
  cancellationSlip,
  offerSlip,
  paymentSlip,
  quoteSlip,
  stripeSlip,
} from './slips.ts'

export interface Shop {
  readonly counter: Counter
  readonly provider: CardProvider
  /** Null where nothing is sold with it. */
  readonly stripe: StripeBeside | null
  readonly ledger: Ledger
  readonly random: Random
  readonly distributor: Distributor
  /** With which the insurer looks a sale up. */
  readonly insurerSecret: string
  /** Whether there is time for card providers that do not answer. */
  readonly isPatient: boolean
}

/** How customers pay, and how often each way is chosen. */
const habits = {
  invoice: 6,
  card: 4,
  /** The card is declined, and the customer takes an invoice. */
  declined: 2,
  /** The card holder confirms later. */
  confirmed: 3,
  /** The card holder does not confirm; sometimes the money comes all the same, too late. */
  unconfirmed: 3,
  /** No answer says whether the money was taken. */
  unanswered: 0.5,
  /** An impatient household: several clicks at once, with cards and invoices. */
  crowd: 2,
  stripe: 6,
}

/** What the card does at Stripe that a customer pays with; in the form there is always a good one. */
const stripeCards = {
  pm_card_visa: 5,
  pm_card_chargeDeclined: 2,
  pm_card_authenticationRequired: 2,
  form: 2,
}

const onlyLooking = 0.1
const impatient = 0.15
const asksAgain = 0.1
const changesMind = 0.4
const callsInsurer = 0.3
const crowdSizeMax = 8

/** One customer's way through the shop. */
export async function buy(shop: Shop): Promise<void> {
  const { counter, random, distributor } = shop
  const quote = await counter.handIn(quoteSlip(distributor))
  if (quote.status !== 200 || random.chance(onlyLooking)) return
  const slip = offerSlip(distributor, textOf(quote, 'token'))
  const made = await impatiently(shop, () => counter.handIn(slip))
  if (made.status !== 200) return
  const offer = { id: textOf(made, 'id'), paymentToken: textOf(made, 'payment_token') }
  if (random.chance(callsInsurer)) await lookUp(shop, offer.id)
  await pay(shop, offer)
  if (random.chance(changesMind)) await cancel(shop, offer)
}

/** Whoever was answered finds the sale at once, whichever server is asked, and wherever it reads. */
async function lookUp({ counter, ledger, insurerSecret }: Shop, id: string): Promise<void> {
  const { status, body } = await counter.get(`/manage/search?q=${id}`, insurerSecret)
  ledger.count('sales looked up')
  if (status === 200 && JSON.stringify(body).includes(id)) return
  ledger.violate('a list is older than what was acknowledged', { id, status, body })
}

/** Some click twice, and some ask again although they were answered: it is the same request. */
async function impatiently<Result>({ random }: Shop, send: () => Promise<Result>): Promise<Result> {
  if (random.chance(impatient)) {
    const [first] = await Promise.all([send(), send()])
    return first
  }
  const result = await send()
  if (random.chance(asksAgain)) await send()
  return result
}

async function pay(shop: Shop, offer: Offer): Promise<void> {
  const { random } = shop
  const { unanswered, stripe } = habits
  const habit = random.weigh({
    ...habits,
    unanswered: shop.isPatient ? unanswered : 0,
    stripe: shop.stripe === null ? 0 : stripe,
  })
  switch (habit) {
    case 'invoice':
      return void (await payBy(shop, offer, 'invoice'))
    case 'card':
      return void (await payBy(shop, offer, 'ok'))
    case 'declined':
      return payAfterRefusal(shop, offer)
    case 'confirmed':
      return payAndConfirm(shop, offer)
    case 'unconfirmed':
      return payTooLate(shop, offer)
    case 'unanswered':
      return void (await payBy(shop, offer, random.pick(['timeout', 'unreached'])))
    case 'crowd':
      return payInCrowd(shop, offer)
    case 'stripe':
      return payAtStripe(shop, offer, shop.random.weigh(stripeCards))
  }
}

/** The payment that came of it; null when it was refused, which only others can bring about. */
async function payBy(
  shop: Shop,
  offer: Offer,
  means: Means,
  mayBeRefused = false,
): Promise<{ id: string; status: string } | null> {
  const refund = shop.random.weigh({ ok: 6, pending: 1, timeout: shop.isPatient ? 1 : 0 })
  const slip = paymentSlip(shop.distributor, offer, means, refund)
  const answer = await impatiently(shop, () => shop.counter.handIn(slip, mayBeRefused))
  if (answer.status !== 200) return null
  return { id: textOf(answer, 'id'), status: textOf(answer, 'status') }
}

/** Who is not answered with an outcome finishes on the page; who is declined takes an invoice. */
async function payAtStripe(shop: Shop, offer: Offer, card: string): Promise<void> {
  const slip = stripeSlip(shop.distributor, offer, card === 'form' ? null : card)
  const answer = await impatiently(shop, () => shop.counter.handIn(slip))
  if (answer.status !== 200) return
  const status = textOf(answer, 'status')
  shop.ledger.count(`paid at Stripe: ${status}`)
  if (status === 'pending') await shop.stripe?.fillInForm(offer.id)
  if (status === 'failed') await payBy(shop, offer, 'invoice')
}

async function payAfterRefusal(shop: Shop, offer: Offer): Promise<void> {
  const first = await payBy(shop, offer, 'failed')
  // Where the answer to the charge was lost with the server, nobody knows that it was declined.
  await payBy(shop, offer, 'invoice', first?.status !== 'failed')
}

async function payAndConfirm(shop: Shop, offer: Offer): Promise<void> {
  const payment = await payBy(shop, offer, 'pending')
  if (payment === null) return
  // Meanwhile another payment is refused, and changes nothing.
  if (shop.random.chance(0.2)) await payBy(shop, offer, 'invoice', true)
  await shop.provider.report(payment.id, 'ok')
  // It takes a person to find out what that is to mean; the policy stays as it is.
  if (shop.random.chance(0.2)) await shop.provider.report(payment.id, 'failed')
}

async function payTooLate(shop: Shop, offer: Offer): Promise<void> {
  const { random, provider } = shop
  const payment = await payBy(shop, offer, 'pending')
  if (payment === null) return
  await provider.report(payment.id, 'failed')
  const again = (mayBeRefused: boolean) => payBy(shop, offer, 'invoice', mayBeRefused)
  const comesLate = () => provider.report(payment.id, 'ok')
  switch (random.pick(['gives up', 'pays again', 'is paid late', 'pays twice', 'all at once'])) {
    case 'gives up':
      return
    case 'pays again':
      return void (await again(false))
    case 'is paid late':
      return comesLate() // The offer is still free: the money pays for it.
    case 'pays twice':
      await again(false)
      return comesLate() // The offer is sold: the money is given back.
    case 'all at once':
      await Promise.all([again(true), comesLate()])
  }
}

async function payInCrowd(shop: Shop, offer: Offer): Promise<void> {
  const size = Math.floor(shop.random.between(2, crowdSizeMax + 1))
  const clicks = Array.from({ length: size }, (_, n) =>
    payBy(shop, offer, n % 2 === 0 ? 'ok' : 'invoice', true),
  )
  const payments = await Promise.all(clicks)
  if (payments.every((payment) => payment === null)) {
    shop.ledger.violate('of many who paid at once, nobody could', { offer, size })
  }
}

async function cancel(shop: Shop, offer: Offer): Promise<void> {
  const { counter, random, distributor } = shop
  const policy = await counter.get(`/policies/${offer.id}`, distributor.secret)
  if (policy.status !== 200 || policy.body['status'] !== 'paid') return
  const start = Temporal.PlainDate.from(textOf(policy, 'start_date').slice(0, 10))
  const days = random.pick([-1, 100, 300])
  const newSlip = () =>
    cancellationSlip(
      distributor,
      offer.id,
      textOf(policy, 'version_id'),
      start.add({ days }).toString(),
    )
  if (random.chance(0.2)) {
    // Two people of one household: one of them is refused because it is under way or done.
    await Promise.all([counter.handIn(newSlip(), true), counter.handIn(newSlip(), true)])
  } else {
    const slip = newSlip()
    await impatiently(shop, () => counter.handIn(slip))
  }
}
