import type { CreatePayment } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { callFor, pause, untilAnswered } from '../sale/repeat.ts'
import type { Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'
import { type Change, follow } from './change-sale.ts'
import { laterWords } from './words.ts'

const pollMs = 1_000
const settled = { isPending: false, pendingId: null, confirmAt: null } as const

/** Pays for a change. Sent again, also after a reload, it is the same payment. */
export async function payChange(
  store: Store,
  change: Change,
  way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>,
): Promise<void> {
  const { due, policy } = change
  if (due === null || store.get().isBusy) return
  const order: CreatePayment = { token: due.token, policy_id: policy.policy_id, ...way }
  store.set({ payCall: callFor(JSON.stringify(order), store.get().payCall) })
  await send(store, change)
}

/** Goes on with a payment that was under way when the page was left. */
export async function resumePayment(store: Store, change: Change): Promise<void> {
  const { payCall, pendingId } = store.get()
  const isOurs = change.due !== null && payCall?.body.includes(change.due.token) === true
  if (!isOurs) store.set({ payCall: null })
  if (change.due === null) return store.set(settled)
  if (isOurs) return send(store, change)
  if (pendingId !== null) await waitForBank(store, change, pendingId)
}

async function send(store: Store, change: Change): Promise<void> {
  const { payCall: call } = store.get()
  if (call === null) return
  store.set({ isBusy: true, notice: null })
  try {
    const order = JSON.parse(call.body) as CreatePayment
    const payment = await untilAnswered(store, () => store.server.pay(order, call.key))
    store.set({ payCall: null })
    if (payment.status === 'pending') {
      store.set({ confirmAt: payment.next_action?.url ?? null })
      void waitForBank(store, change, payment.id)
    } else await conclude(store, change, payment.status === 'ok')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    store.set({ payCall: null })
    await follow(store, change)
    // It may have been paid in another tab, or be waiting for its bank there.
    const { words, locale } = openedOf(store)
    const text =
      error.status === 422 ? words.payNotLetGo : laterWords(locale.language).changePayRefused
    if (!change.done) store.set({ notice: { kind: 'bad', text } })
  } finally {
    store.set({ isBusy: false })
  }
}

async function waitForBank(store: Store, change: Change, id: string): Promise<void> {
  const token = change.due?.token ?? ''
  store.set({ isPending: true, pendingId: id })
  for (;;) {
    await pause(pollMs)
    const payment = await untilAnswered(store, () => store.server.payment(id, token))
    // The customer may have chosen another way meanwhile.
    if (store.get().pendingId !== id) return
    store.set({ confirmAt: payment.next_action?.url ?? null })
    if (payment.status !== 'pending') return conclude(store, change, payment.status === 'ok')
  }
}

/** Once it is paid for, the change holds, and its documents can be read. */
async function conclude(store: Store, change: Change, isPaid: boolean): Promise<void> {
  store.set(settled)
  await follow(store, change)
  const { payDeclined: text } = openedOf(store).words
  if (!isPaid) store.set({ notice: { kind: 'bad', text } })
}

/** Chooses another way to pay, once the bank has let go of the first. */
export async function giveUpPayment(store: Store, change: Change): Promise<void> {
  const { pendingId, words, isBusy } = store.get()
  const { due } = change
  if (due === null || pendingId === null || isBusy) return
  store.set({ isBusy: true, notice: null })
  try {
    const { status } = await untilAnswered(store, () =>
      store.server.voidPayment(pendingId, due.token),
    )
    if (status === 'pending') {
      store.set({ notice: { kind: 'kind', text: words.payNotLetGo } })
    } else if (status === 'ok') await conclude(store, change, true)
    else store.set(settled)
  } finally {
    store.set({ isBusy: false })
  }
}
