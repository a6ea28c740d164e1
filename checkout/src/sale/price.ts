import type { CreateQuote, Quote } from '@bindery/sdk/generated'
import { Refused, Unreached } from '../api/ask.ts'
import { means } from '../api/codes.ts'
import { showMoney } from '../form/numbers.ts'
import { land } from './answer.ts'
import { openForm, payablePlans } from './open-form.ts'
import { pause } from './repeat.ts'
import { type Opened, type PlanPrice, type Store, steps } from './sale.ts'
import { goTo, openedOf } from './state.ts'

type Plan = Opened['plan']

/** Long enough to wait for the next key, too short to notice. */
const debounceMs = 60
const retryMs = 2_000

/** Keeps the price up to date with the answers; prices of outdated answers are dropped. */
export function openPricing(store: Store) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = new AbortController()

  function stop(): void {
    clearTimeout(timer)
    asking.abort()
    asking = new AbortController()
  }

  function follow(): void {
    const request = requestOf(store)
    if (request === null) {
      stop()
      store.set({ pricing: 'open' })
      return
    }
    if (request === store.get().priced?.for) {
      if (store.get().pricing !== 'quoted') {
        stop()
        store.set({ pricing: 'quoted' })
      }
      return
    }
    stop()
    const known = knownQuote(store, openedOf(store).plan, request)
    if (known != null) return accept(store, request, known)
    store.set({ pricing: 'asking' })
    const { signal } = asking
    timer = setTimeout(() => void ask(request, signal), debounceMs)
  }

  async function ask(request: string, signal: AbortSignal): Promise<void> {
    try {
      await fetchPrice(store, request, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Refused && means('unpriceable', error.code)) {
        return store.set({ pricing: 'failed', isLost: false })
      }
      if (error instanceof Refused && !means('temporary', error.code)) {
        if (await takeFittingPlan(store, error)) return follow()
        return await refuse(store, error)
      }
      if (!(error instanceof Unreached) && !(error instanceof Refused)) throw error
      const isLost = error instanceof Unreached && !error.isAnswered
      store.set({ pricing: 'failed', isLost })
      await pause(retryMs)
      if (!signal.aborted) await ask(request, signal)
    }
  }

  return { follow, stop }
}

/** Quotes the current answers again, whatever the earlier price; null where refused. */
export async function askAgain(store: Store): Promise<Quote | null> {
  const request = requestOf(store)
  if (request === null) return null
  try {
    return await fetchPrice(store, request, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await refuse(store, error)
    return null
  }
}

async function fetchPrice(store: Store, request: string, signal: AbortSignal): Promise<Quote> {
  const quote = await askFor(store, request, signal)
  accept(store, request, quote)
  return quote
}

function askFor(store: Store, request: string, signal: AbortSignal): Promise<Quote> {
  const body = JSON.parse(request) as CreateQuote & { version?: string }
  delete body.version
  return store.server.quote(body, store.get().language ?? '', signal)
}

function accept(store: Store, request: string, quote: Quote): void {
  const { opened, priced: before } = store.get()
  store.set({ pricing: 'quoted', priced: { for: request, quote }, isLost: false })
  store.emit('price', {
    gross_payment_amount: quote.gross_payment_amount,
    currency: quote.currency,
  })
  if (opened === null) return
  keepPlanPrice(store, opened.plan, { for: request, quote })
  if (before !== null && isBeyondPrice(store)) showPriceChange(store, before.quote, quote)
  void priceOtherPlans(store)
}

function isBeyondPrice(store: Store): boolean {
  return steps.indexOf(store.get().step) > steps.indexOf('price')
}

/** Returns to the price step, so that the customer confirms the price that is charged. */
function showPriceChange(store: Store, before: Quote, after: Quote): void {
  if (before.gross_payment_amount === after.gross_payment_amount) return
  const { locale, words, form } = openedOf(store)
  const show = (quote: Quote) => showMoney(quote.gross_payment_amount, locale.tag, form.currency)
  store.set({ notice: { kind: 'kind', text: words.priceChanged(show(before), show(after)) } })
  goTo(store, 'price')
}

async function refuse(store: Store, refused: Refused): Promise<void> {
  if (refused.code === 'knockout') {
    store.set({ pricing: 'knockout', isLost: false })
    if (isBeyondPrice(store)) goTo(store, 'questions')
    return
  }
  store.set({ pricing: 'open', isLost: false, priced: null })
  await land(store, 'quote', refused)
}

/** Quotes the other payment plans, once the customer sees the price step. */
export async function priceOtherPlans(store: Store): Promise<void> {
  const { opened, step } = store.get()
  if (opened === null || step !== 'price') return
  const others = payablePlans(opened.form).filter(({ id }) => id !== opened.plan.id)
  for (const plan of others) {
    const request = requestOf(store, plan)
    if (request === null || knownQuote(store, plan, request) !== undefined) continue
    try {
      const quote = await askFor(store, request, new AbortController().signal)
      keepPlanPrice(store, plan, { for: request, quote })
    } catch (error) {
      if (error instanceof Unreached) return // Its price is shown once it is chosen.
      if (!(error instanceof Refused)) throw error
      if (error.code === 'invalid_data' || error.code === 'knockout') {
        keepPlanPrice(store, plan, { for: request, quote: null })
      }
    }
  }
}

function keepPlanPrice(store: Store, { id }: Plan, price: PlanPrice): void {
  store.set({ planPrices: { ...store.get().planPrices, [id]: price } })
}

/** The quote of a plan for the current answers; null where not available, undefined where unknown. */
export function knownQuote(
  store: Store,
  plan: Plan,
  request = requestOf(store, plan),
): Quote | null | undefined {
  const known = store.get().planPrices[plan.id]
  return known?.for === request ? known.quote : undefined
}

/** Switches to the payment plan that the answers fit: the customer chose it by answering. */
async function takeFittingPlan(store: Store, { errors }: Refused): Promise<boolean> {
  const wrong = errors.find(({ field }) => field === 'subscription_plan_id')
  const fitting = wrong?.params?.['in'] ?? []
  const { form, plan: before } = openedOf(store)
  const plan = payablePlans(form).find(({ id }) => id !== before.id && fitting.includes(id))
  if (plan === undefined) return false
  keepPlanPrice(store, before, { for: requestOf(store) ?? '', quote: null })
  store.set({ planId: plan.id })
  return openForm(store, form)
}

/** Whether an id is that of a question that the price depends on. */
export function isOfQuote(id: string): boolean {
  return id.startsWith('quote.')
}

/** The quote request as JSON; null while answers are missing or invalid. */
function requestOf(store: Store, plan = store.get().opened?.plan): string | null {
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
    // A newly published version may have other prices.
    version: form.product_version_id + form.integration_version_id,
  })
}
