import type {
  AcceptedOrder,
  CreatePayment,
  CreatedPayment,
  OpenedChange,
  Quote,
  VersionStatus,
} from '../../../sdk/src/generated.ts'
import type { Json } from '../../../rules/src/words/index.ts'
import { Refused } from '../api/ask.ts'
import { check, land } from '../sale/answer.ts'
import { callFor, pause, untilAnswered } from '../sale/repeat.ts'
import { type Call, type Store, lookAt, openedOf } from '../sale/state.ts'
import { laterWords } from './words.ts'

/** A change while it is made. */
export interface Change {
  readonly policy: OpenedChange
  readonly headers: Readonly<Record<string, string>>
  /** What it would come to, and for which answers. */
  quote: { readonly for: string; readonly quote: Quote } | null
  call: Call | null
  /** What has to be paid first, and by which token. */
  due: NonNullable<VersionStatus['payment']> | null
  done: boolean
}

const pollMs = 1_000

/** The answers that differ from what holds; null while one of them is wrong. */
function differing(store: Store, { policy }: Change): Record<string, Json> | null {
  const { fields, checks, plan } = openedOf(store)
  const { answers } = store.get()
  const errors = checks.errors(answers, plan.key)
  const { data } = checks.document('quote', answers, plan.key)
  const isOpen = (name: string) => policy.questions.some((question) => question.name === name)
  if (fields.some(({ id, question }) => isOpen(question.name) && errors.has(id))) return null
  const held = policy.data as Readonly<Record<string, Json>> // JSON, as it came.
  return Object.fromEntries(
    Object.entries(Object(data) as Record<string, Json>).filter(
      ([name, value]) => isOpen(name) && JSON.stringify(value) !== JSON.stringify(held[name]),
    ),
  )
}

/** Asks what it comes to, for the answers as they are then. */
export async function quoteChange(store: Store, change: Change): Promise<void> {
  const data = differing(store, change)
  const asked = JSON.stringify(data)
  if (data === null || Object.keys(data).length === 0) {
    change.quote = null
    store.set({ pricing: 'open' })
    return
  }
  if (change.quote?.for === asked) return
  store.set({ pricing: 'asking' })
  try {
    const body = { policy_id: change.policy.policy_id, data }
    const { headers } = change
    const quote = await untilAnswered(store, () =>
      store.server.ask<Quote>('quotes', { method: 'POST', version: 3, body, headers }),
    )
    // What comes too late for the answers is dropped.
    if (JSON.stringify(differing(store, change)) !== asked) return
    change.quote = { for: asked, quote }
    store.set({ pricing: 'told', notice: null })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    change.quote = null
    const isKnockout = error.status === 422 && error.message === 'knockout'
    store.set({ pricing: isKnockout ? 'knockout' : 'open' })
    if (error.errors.length > 0) await land(store, 'quote', error)
    else if (!isKnockout) store.set({ notice: { kind: 'bad', text: error.message } })
  }
}

/** Orders what was quoted, once; then it holds, or waits to be paid for. */
export async function orderChange(store: Store, change: Change): Promise<void> {
  const { fields, words } = openedOf(store)
  const { quote, policy, headers } = change
  if (store.get().isBusy || !check(store, fields) || quote === null) return
  if (JSON.stringify(differing(store, change)) !== quote.for) return
  const body = { quote_token: quote.quote.token }
  change.call = callFor(JSON.stringify(body), change.call)
  const { key: idempotencyKey } = change.call
  store.set({ isBusy: true, notice: null })
  try {
    const accepted = await untilAnswered(store, () =>
      store.server.ask<AcceptedOrder>(`policies/${policy.policy_id}`, {
        method: 'PATCH',
        version: 2,
        body,
        idempotencyKey,
        headers: { ...headers, 'if-match': policy.version_id },
      }),
    )
    const { href } = accepted._links.status
    await follow(store, change, href.slice(href.indexOf('/policies/') + 1))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    store.set({ notice: { kind: 'bad', text: words.failed } })
  } finally {
    store.set({ isBusy: false })
  }
}

async function follow(store: Store, change: Change, path: string): Promise<void> {
  const { headers } = change
  for (;;) {
    const { status, payment } = await untilAnswered(store, () =>
      store.server.ask<VersionStatus>(path, { version: 2, headers }),
    )
    if (status !== 'processing') {
      change.done = status === 'active'
      change.due = status === 'proposed' ? payment : null
      const { words } = openedOf(store)
      const isRefused = !change.done && change.due === null
      store.set({ notice: isRefused ? { kind: 'bad', text: words.failed } : null })
      lookAt(store, 'heading')
      return
    }
    await pause(pollMs)
  }
}

/** Pays for it; a bank may want the customer first, or take its time. */
export async function payChange(
  store: Store,
  change: Change,
  way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>,
): Promise<void> {
  const { due, policy } = change
  if (due === null || store.get().isBusy) return
  const { words, locale } = openedOf(store)
  const { token } = due
  const order = { token, policy_id: policy.policy_id, ...way }
  const call = callFor(JSON.stringify(order), store.get().payCall)
  store.set({ isBusy: true, notice: null, payCall: call })
  try {
    let payment = await untilAnswered(store, () => store.server.pay(order, call.key))
    while (payment.status === 'pending') {
      store.set({ isPending: true, confirmAt: payment.next_action?.url ?? null })
      await pause(pollMs)
      const { id } = payment
      payment = await untilAnswered<CreatedPayment>(store, () => store.server.payment(id, token))
    }
    change.done = payment.status === 'ok'
    if (!change.done) store.set({ notice: { kind: 'bad', text: words.payDeclined } })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    store.set({ notice: { kind: 'bad', text: laterWords(locale.language).changePayRefused } })
  } finally {
    store.set({ isBusy: false, isPending: false, confirmAt: null, payCall: null })
    lookAt(store, 'heading')
  }
}
