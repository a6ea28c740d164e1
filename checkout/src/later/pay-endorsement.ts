import type { CreatePayment } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { takeToken } from './take-token.ts'
import { callFor, pause, untilAnswered } from '../sale/repeat.ts'
import { showPending } from '../sale/show-pending.ts'
import type { Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'
import { type Endorsement, follow } from './endorsement.ts'
import { laterWords } from './words.ts'

const pollMs = 1_000
const settled = {
  isPending: false,
  pendingId: null,
  action: null,
  pendingWay: null,
} as const

/** Pays for an endorsement. Sent again, even after a reload, it is the same payment. */
export async function payEndorsement(
  store: Store,
  endorsement: Endorsement,
  way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>,
): Promise<void> {
  const { due, policy } = endorsement
  if (due === null || store.get().isBusy) return
  const request: CreatePayment = { token: due.token, policy_id: policy.policy_id, ...way }
  store.set({ payCall: callFor(JSON.stringify(request), store.get().payCall) })
  await send(store, endorsement)
}

/** Resumes a payment that was in progress when the page was left. */
export async function resumePayment(store: Store, endorsement: Endorsement): Promise<void> {
  const { payCall, pendingId } = store.get()
  const isOurs = endorsement.due !== null && payCall?.body.includes(endorsement.due.token) === true
  if (!isOurs) store.set({ payCall: null })
  if (endorsement.due === null) return store.set(settled)
  if (isOurs) return send(store, endorsement)
  if (pendingId !== null) await waitForBank(store, endorsement, pendingId)
}

async function send(store: Store, endorsement: Endorsement): Promise<void> {
  const { payCall: call } = store.get()
  if (call === null) return
  store.set({ isBusy: true, notice: null })
  try {
    const request = JSON.parse(call.body) as CreatePayment
    const payment = await untilAnswered(store, () => store.server.pay(request, call.key))
    store.set({ payCall: null })
    if (payment.status === 'pending') {
      await showPending(store, payment)
      void waitForBank(store, endorsement, payment.id)
    } else await conclude(store, endorsement, payment.status === 'ok')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    store.set({ payCall: null })
    await follow(store, endorsement)
    // It may have been paid in another tab, or be waiting for its bank there.
    const { words, locale } = openedOf(store)
    const text =
      error.code === 'payment_pending'
        ? words.payNotLetGo
        : laterWords(locale.language).endorsementPayRefused
    if (!endorsement.done) store.set({ notice: { kind: 'bad', text } })
  } finally {
    store.set({ isBusy: false })
  }
}

async function waitForBank(store: Store, endorsement: Endorsement, id: string): Promise<void> {
  takeToken(`bindery-paid ${id}`, endorsement.statusPath ?? '', location.hash.slice(1))
  store.set({ isPending: true, pendingId: id })
  await untilKnown(store, endorsement, id)
}

/** Asks until the outcome is known, or the customer has a form to fill in. */
async function untilKnown(store: Store, endorsement: Endorsement, id: string): Promise<void> {
  const token = endorsement.due?.token ?? ''
  for (;;) {
    const payment = await untilAnswered(store, () => store.server.payment(id, token))
    // The customer may have chosen another way meanwhile.
    if (store.get().pendingId !== id) return
    if (payment.status !== 'pending') return conclude(store, endorsement, payment.status === 'ok')
    await showPending(store, payment)
    if (payment.next_action?.type === 'stripe') return
    await pause(pollMs)
  }
}

/** The customer has filled in the form of a payment service, which may have to be filled in again. */
export async function paymentFilledIn(store: Store, endorsement: Endorsement): Promise<void> {
  const { pendingId } = store.get()
  store.set({ notice: null })
  if (pendingId !== null) await untilKnown(store, endorsement, pendingId)
}

/** Once paid, the endorsement takes effect, and its documents are available. */
async function conclude(store: Store, endorsement: Endorsement, isPaid: boolean): Promise<void> {
  store.set(settled)
  await follow(store, endorsement)
  const { payDeclined: text } = openedOf(store).words
  if (!isPaid) store.set({ notice: { kind: 'bad', text } })
}

/** Cancels the pending payment, so that the customer can choose another method. */
export async function giveUpPayment(store: Store, endorsement: Endorsement): Promise<void> {
  const { pendingId, words, isBusy } = store.get()
  const { due } = endorsement
  if (due === null || pendingId === null || isBusy) return
  store.set({ isBusy: true, notice: null })
  try {
    const { status } = await untilAnswered(store, () =>
      store.server.voidPayment(pendingId, due.token),
    )
    if (status === 'pending') {
      store.set({ notice: { kind: 'kind', text: words.payNotLetGo } })
    } else if (status === 'ok') await conclude(store, endorsement, true)
    else store.set(settled)
  } finally {
    store.set({ isBusy: false })
  }
}
