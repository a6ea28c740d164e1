import type { CreatePayment } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { readAssets, showDocuments } from './documents.ts'
import { dropOffer } from './make-offer.ts'
import { handOver } from './hand-over.ts'
import { callFor, pause, untilAnswered } from './repeat.ts'
import type { Made, Store } from './sale.ts'
import { showPending } from './show-pending.ts'
import { goTo } from './state.ts'

const pendingPauseMs = 2_000
/** For a bank that takes its time: a debit takes days. */
const longPauseMs = 15_000
const shortPauses = 30
const settled = { pendingId: null, isPending: false, action: null, pendingWay: null } as const

/** Pays for the offer. Sent again, also after a reload, it is the same payment. */
export async function pay(
  store: Store,
  way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>,
): Promise<void> {
  const { made, isBusy } = store.get()
  if (made === null || isBusy) return
  const { offer } = made
  const request: CreatePayment = { token: offer.payment_token, policy_id: offer.id, ...way }
  const call = callFor(JSON.stringify(request), store.get().payCall)
  store.set({ payCall: call, way: `${way.provider}/${way.method}` })
  await send(store)
}

/** Goes on with a payment that was under way when the page was left. */
export async function resume(store: Store): Promise<void> {
  const { made, payCall, step } = store.get()
  if (made === null) return
  if (step === 'done') return showDocuments(store, made.offer._links.assets.policy.href)
  if (step === 'review' || step === 'payment') {
    void showDocuments(store, made.offer._links.assets.offer.href)
    void handOver(store)
  }
  if (payCall !== null) await send(store)
  else if (step === 'payment') await lookWhetherPaid(store)
}

async function send(store: Store): Promise<void> {
  const { payCall: call, words } = store.get()
  if (call === null) return
  store.set({ isBusy: true, notice: null })
  try {
    const request = JSON.parse(call.body) as CreatePayment
    const payment = await untilAnswered(store, () => store.server.pay(request, call.key))
    if (payment.status === 'ok') return await finish(store)
    store.set({ payCall: null })
    if (payment.status === 'pending') {
      store.set({ pendingId: payment.id })
      await showPending(store, payment)
      return void waitForBank(store)
    }
    store.set({ notice: { kind: 'bad', text: words.payDeclined } })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    store.set({ payCall: null })
    // The customer may have paid in another tab, or the response was lost long ago.
    if (!(await lookWhetherPaid(store))) dropOffer(store, words.payRefused)
    else if (error.code === 'payment_provider_not_set_up') {
      store.set({ notice: { kind: 'bad', text: words.payNotNow } })
    } else if (error.code === 'handover_incomplete') void handOver(store)
  } finally {
    store.set({ isBusy: false })
  }
}

/** True where it is paid for, or still can be. */
async function lookWhetherPaid(store: Store): Promise<boolean> {
  const { made } = store.get()
  if (made === null) return false
  const { status } = await untilAnswered(store, () => store.server.policyStatus(made.offer.id))
  if (status === 'paid') await finish(store)
  else if (status === 'accepted') void waitForBank(store)
  return status === 'paid' || status === 'accepted' || status === 'ready'
}

async function waitForBank(store: Store): Promise<void> {
  const { made } = store.get()
  if (made === null || store.get().isPending) return
  store.set({ isPending: true })
  await untilKnown(store, made)
}

/** Asks until the outcome is known, or the customer has a form to fill in. */
async function untilKnown(store: Store, made: Made): Promise<void> {
  const { words } = store.get()
  for (let asked = 1; ; asked++) {
    const outcome = await askOutcome(store, made)
    const { isPending, action } = store.get()
    // The customer may have chosen another way meanwhile.
    if (!isPending) return
    if (outcome !== 'pending') {
      store.set(settled)
      if (outcome === 'ok') await finish(store)
      else if (outcome === 'failed') store.set({ notice: { kind: 'bad', text: words.payDeclined } })
      else dropOffer(store, words.payRefused)
      return
    }
    if (action?.type === 'stripe') return
    await pause(asked < shortPauses ? pendingPauseMs : longPauseMs)
  }
}

/** The customer has filled in the form of a payment service, which may have to be filled in again. */
export async function filledIn(store: Store): Promise<void> {
  const { made } = store.get()
  store.set({ notice: null })
  if (made !== null) await untilKnown(store, made)
}

/** The state of the payment; for one that another tab began, the state of the policy. */
async function askOutcome(
  store: Store,
  { offer }: Made,
): Promise<'pending' | 'ok' | 'failed' | 'over'> {
  const { pendingId } = store.get()
  if (pendingId !== null) {
    const payment = await untilAnswered(store, () =>
      store.server.payment(pendingId, offer.payment_token),
    )
    if (store.get().pendingId === pendingId && payment.status === 'pending') {
      await showPending(store, payment)
    }
    return payment.status
  }
  const { status } = await untilAnswered(store, () => store.server.policyStatus(offer.id))
  if (status === 'accepted') return 'pending'
  if (status === 'paid') return 'ok'
  return status === 'ready' ? 'failed' : 'over'
}

/** Chooses another way to pay, once the bank has let go of the first. */
export async function giveUp(store: Store): Promise<void> {
  const { made, pendingId, words, isBusy } = store.get()
  if (made === null || pendingId === null || isBusy) return
  store.set({ isBusy: true, notice: null })
  try {
    const { payment_token: token } = made.offer
    const { status } = await untilAnswered(store, () => store.server.voidPayment(pendingId, token))
    if (status === 'ok') await finish(store)
    else if (status === 'failed') {
      store.set(settled)
    } else store.set({ notice: { kind: 'kind', text: words.payNotLetGo } })
  } finally {
    store.set({ isBusy: false })
  }
}

/** The last step says from when on one is insured: it waits for the policy to say so. */
async function finish(store: Store): Promise<void> {
  const { made } = store.get()
  if (made === null) return
  const { offer } = made
  const { href } = offer._links.assets.policy
  store.set({ ...settled, payCall: null, notice: null })
  store.emit('purchase', { policy_id: offer.id, insurer_policy_id: offer.insurer_policy_id })
  store.set({ isBusy: true })
  await readAssets(store, href)
  store.set({ isBusy: false })
  goTo(store, 'done')
  void showDocuments(store, href)
}
