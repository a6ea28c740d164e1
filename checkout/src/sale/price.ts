import type { CreateQuote, Quote } from '@bindery/sdk/generated'
import { Refused, Unreached } from '../api/ask.ts'
import { showMoney } from '../form/numbers.ts'
import { land } from './answer.ts'
import { openForm, payablePlans } from './open-form.ts'
import { pause } from './repeat.ts'
import { type Opened, type PlanPrice, type Store, steps } from './sale.ts'
import { goTo, openedOf } from './state.ts'

type Plan = Opened['plan']

/** Long enough for the next key, too short to be noticed. */
const debounceMs = 60
const retryMs = 2_000

/** The price follows the answers: what comes too late for them is dropped. */
export function openPricing(store: Store) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()

  function stop(): void {
    clearTimeout(timer)
    asking.abort()
    asking = new AbortController()
  }

  function follow(): void {
    const order = orderOf(store)
    if (order === null) {
      stop()
      store.set({ pricing: 'open' })
      return
    }
    if (order === store.get().priced?.for) {
      if (store.get().pricing !== 'told') {
        stop()
        store.set({ pricing: 'told' })
      }
      return
    }
    stop()
    const known = knownQuote(store, openedOf(store).plan, order)
    if (known != null) return accept(store, order, known)
    store.set({ pricing: 'asking' })
    const { signal } = asking
    timer = setTimeout(() => void ask(order, signal), debounceMs)
  }

  async function ask(order: string, signal: AbortSignal): Promise<void> {
    try {
      await fetchPrice(store, order, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Refused && error.status !== 409 && error.status !== 429) {
        if (await takeFittingPlan(store, error)) return follow()
        return await refuse(store, error)
      }
      if (!(error instanceof Unreached) && !(error instanceof Refused)) throw error
      const isLost = error instanceof Unreached && !error.isAnswered
      store.set({ pricing: 'failed', isLost })
      await pause(retryMs)
      if (!signal.aborted) await ask(order, signal)
    }
  }

  return { follow, stop }
}

/** The price of what is answered now, whatever was told before; null where it was refused. */
export async function askAgain(store: Store): Promise<Quote | null> {
  const order = orderOf(store)
  if (order === null) return null
  try {
    return await fetchPrice(store, order, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await refuse(store, error)
    return null
  }
}

async function fetchPrice(store: Store, order: string, signal: AbortSignal): Promise<Quote> {
  const quote = await askFor(store, order, signal)
  accept(store, order, quote)
  return quote
}

function askFor(store: Store, order: string, signal: AbortSignal): Promise<Quote> {
  const body = JSON.parse(order) as CreateQuote & { version?: string }
  delete body.version
  return store.server.quote(body, store.get().language ?? '', signal)
}

function accept(store: Store, order: string, quote: Quote): void {
  const { opened, priced: before } = store.get()
  store.set({ pricing: 'told', priced: { for: order, quote }, isLost: false })
  store.tell('price', {
    gross_payment_amount: quote.gross_payment_amount,
    currency: quote.currency,
  })
  if (opened === null) return
  keepPlanPrice(store, opened.plan, { for: order, quote })
  if (before !== null && isBeyondPrice(store)) changeStories(store, before.quote, quote)
  void priceOtherPlans(store)
}

function isBeyondPrice(store: Store): boolean {
  return steps.indexOf(store.get().step) > steps.indexOf('price')
}

/** Nobody pays another price than the one that was shown and confirmed. */
function changeStories(store: Store, before: Quote, after: Quote): void {
  if (before.gross_payment_amount === after.gross_payment_amount) return
  const { locale, words, form } = openedOf(store)
  const show = (quote: Quote) => showMoney(quote.gross_payment_amount, locale.tag, form.currency)
  store.set({ notice: { kind: 'kind', text: words.priceChanged(show(before), show(after)) } })
  goTo(store, 'price')
}

async function refuse(store: Store, refused: Refused): Promise<void> {
  if (refused.status === 422) {
    store.set({ pricing: 'knockout', isLost: false })
    if (isBeyondPrice(store)) goTo(store, 'questions')
    return
  }
  store.set({ pricing: 'open', isLost: false, priced: null })
  await land(store, 'quote', refused)
}

/** What the other plans would cost: asked for once the customer looks at the price. */
export async function priceOtherPlans(store: Store): Promise<void> {
  const { opened, step } = store.get()
  if (opened === null || step !== 'price') return
  const others = payablePlans(opened.form).filter(({ id }) => id !== opened.plan.id)
  for (const plan of others) {
    const order = orderOf(store, plan)
    if (order === null || knownQuote(store, plan, order) !== undefined) continue
    try {
      const quote = await askFor(store, order, new AbortController().signal)
      keepPlanPrice(store, plan, { for: order, quote })
    } catch (error) {
      if (error instanceof Unreached) return // Its price is shown once it is chosen.
      if (!(error instanceof Refused)) throw error
      if (error.status === 400 || error.status === 422) {
        keepPlanPrice(store, plan, { for: order, quote: null })
      }
    }
  }
}

function keepPlanPrice(store: Store, { id }: Plan, price: PlanPrice): void {
  store.set({ planPrices: { ...store.get().planPrices, [id]: price } })
}

/** What a plan costs with the answers of now; null where it cannot be had, undefined where nobody asked yet. */
export function knownQuote(
  store: Store,
  plan: Plan,
  order = orderOf(store, plan),
): Quote | null | undefined {
  const known = store.get().planPrices[plan.id]
  return known?.for === order ? known.quote : undefined
}

/** Where the answers are for another plan, that plan is taken: the customer has chosen it by answering. */
async function takeFittingPlan(store: Store, { errors }: Refused): Promise<boolean> {
  const wrong = errors.find(({ field }) => field === 'subscription_plan_id')
  const fitting = wrong?.params?.['in'] ?? []
  const { form, plan: before } = openedOf(store)
  const plan = payablePlans(form).find(({ id }) => id !== before.id && fitting.includes(id))
  if (plan === undefined) return false
  keepPlanPrice(store, before, { for: orderOf(store) ?? '', quote: null })
  store.set({ planId: plan.id })
  return openForm(store, form)
}

/** Whether an id is that of a question that the price depends on. */
export function isOfQuote(id: string): boolean {
  return id.startsWith('quote.')
}

/** What would be asked for, as text; null while answers are missing or wrong. */
function orderOf(store: Store, plan = store.get().opened?.plan): string | null {
  const { opened, answers } = store.get()
  if (opened === null || plan === undefined) return null
  const { form, item, checks } = opened
  const errors = checks.errors(answers, plan.key)
  if ([...errors.keys()].some(isOfQuote)) return null
  const { data } = checks.document('quote', answers, plan.key)
  return JSON.stringify({
    item_id: item.id,
    subscription_plan_id: plan.id,
    integration_id: form.integration_id,
    data,
    // A product that was published anew has prices of its own.
    version: form.product_version_id + form.integration_version_id,
  })
}
