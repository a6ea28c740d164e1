import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from './counter.ts'
import type { Shop } from './customer.ts'
import {
  type Distributor,
  type Offer,
  advanceSlip,
  cancellationSlip,
  clockSlip,
  offerSlip,
  paymentSlip,
  quoteSlip,
  stripeSlip,
} from './slips.ts'

/** A shop whose customers pay by the month, each on a clock of its own. */
export interface MonthlyShop extends Shop {
  readonly seller: Distributor
}

/** What the card does that each instalment is taken from, and how often. */
const cards = {
  ok: 4,
  third_try: 2,
  late: 1,
  charge_back: 2,
  soft_decline: 1,
  hard_decline: 1,
  revoked: 1,
  /** No answer says whether the money was taken. */
  timeout: 1,
  unreached: 1,
}

/** The same of cards at Stripe. */
const stripeCards = {
  pm_card_visa: 4,
  pm_card_chargeCustomerFail: 2,
  /** Each instalment waits for its customer. */
  pm_card_authenticationRequired: 1,
  /** Only the first payment does. */
  pm_card_authenticationRequiredSetupForOffSession: 2,
}
const paysAtStripe = 0.5
/** What the bank asks about an instalment. */
const confirms = 0.5

const soldAt = Temporal.Instant.from('2027-03-01T09:00:00Z')
const rounds = 3
const stepsDays: readonly [number, ...number[]] = [20, 35, 60]
const paysOpen = 0.4
const changesMind = 0.3
const lookAgainMs = 200
/** Every fault is over long before. */
const patienceMs = 300_000
/** A job that fails three times while things are killed stops its clock, which is then advanced again. */
const repeatedMax = 20

/** Half a year or so of somebody who pays by the month: it passes while things are killed. */
export async function subscribe(shop: MonthlyShop): Promise<void> {
  const { counter, random, seller, isPatient } = shop
  const clock = textOf(await counter.handIn(clockSlip(seller, soldAt)), 'id')
  const quote = await counter.handIn(quoteSlip(seller, clock))
  const made = await counter.handIn(offerSlip(seller, textOf(quote, 'token'), clock))
  const offer = { id: textOf(made, 'id'), paymentToken: textOf(made, 'payment_token') }
  if (shop.stripe !== null && random.chance(paysAtStripe)) {
    const card = random.weigh(stripeCards)
    const paid = await counter.handIn(stripeSlip(seller, offer, card))
    if (textOf(paid, 'status') === 'pending') await shop.stripe.fillInForm(offer.id)
  } else {
    const mandate = random.weigh(isPatient ? cards : { ...cards, timeout: 0, unreached: 0 })
    await counter.handIn(paymentSlip(seller, offer, 'ok', 'ok', mandate))
  }
  let at = soldAt
  for (let round = 0; round < rounds; round++) {
    at = at.add({ hours: 24 * random.pick(stepsDays) })
    if (!(await advance(shop, clock, at))) return
    if (random.chance(paysOpen)) await payOpen(shop, offer)
    if (random.chance(confirms)) await shop.stripe?.fillInForm(offer.id)
  }
  if (random.chance(changesMind)) await cancel(shop, offer, at)
}

/** Whether the clock came to where it was advanced to. */
async function advance(
  { counter, ledger, seller }: MonthlyShop,
  clock: string,
  to: Temporal.Instant,
): Promise<boolean> {
  const giveUpAt = performance.now() + patienceMs
  await counter.handIn(advanceSlip(seller, clock, to))
  let repeated = 0
  for (;;) {
    const shown = await counter.get(`/manage/clocks/${clock}`, seller.secret)
    const status = textOf(shown, 'status')
    if (status === 'ready') return true
    if (status === 'failed' && repeated < repeatedMax) {
      repeated += 1
      ledger.count('clocks that were advanced again')
      await counter.handIn(advanceSlip(seller, clock, to), true)
    } else if (status === 'failed' || performance.now() > giveUpAt) {
      ledger.violate('a clock that did not go on', { clock, to: to.toString(), shown: shown.text })
      return false
    }
    await sleep(lookAgainMs)
  }
}

/** Pays what is open with its own token, if anything is: somebody may be collecting it just now. */
async function payOpen({ counter, seller }: MonthlyShop, { id }: Offer): Promise<void> {
  const account = await counter.get(`/policies/${id}/account`, seller.secret)
  const [open] = account.body['open_invoices'] as { readonly id: string }[] // As documented.
  if (open === undefined) return
  const invoice = await counter.get(`/manage/invoices/${open.id}`, seller.secret)
  const paymentToken = invoice.body['payment_token']
  if (typeof paymentToken !== 'string') return
  await counter.handIn(paymentSlip(seller, { id, paymentToken }, 'ok'), true)
}

async function cancel(
  { counter, seller }: MonthlyShop,
  { id }: Offer,
  at: Temporal.Instant,
): Promise<void> {
  const policy = await counter.get(`/policies/${id}`, seller.secret)
  if (textOf(policy, 'status') !== 'paid') return // It has lapsed.
  const today = at.toZonedDateTimeISO('Europe/Zurich').toPlainDate()
  const slip = cancellationSlip(seller, id, textOf(policy, 'version_id'), today.toString())
  // A payment may give cover back that was suspended: then there is another version in between.
  await counter.handIn(slip, true)
}
