import type { CreateOffer } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { means } from '../api/codes.ts'
import { land } from './answer.ts'
import { showDocuments } from './documents.ts'
import { handOver } from './hand-over.ts'
import { askAgain } from './price.ts'
import { callFor, untilAnswered } from './repeat.ts'
import type { Store } from './sale.ts'
import { goTo, openedOf } from './state.ts'

/** Whether there is an offer for just these answers. */
export function isOffered(store: Store): boolean {
  const { made } = store.get()
  return made !== null && made.for === requestOf(store)
}

/** Makes the offer, once for the same answers; true where there is one then. */
export async function makeOffer(store: Store, { mayRenew = true } = {}): Promise<boolean> {
  if (isOffered(store)) return true
  const body = requestOf(store)
  if (body === null) return false
  const call = callFor(body, store.get().offerCall)
  store.set({ offerCall: call, isBusy: true, notice: null, documents: null })
  try {
    const request = JSON.parse(body) as CreateOffer
    const offer = await untilAnswered(store, () => store.server.offer(request, call.key))
    store.set({ made: { for: body, offer, cover: null }, payCall: null, handover: null })
    void showDocuments(store, offer._links.assets.offer.href)
    void handOver(store)
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return await refuse(store, error, mayRenew)
  } finally {
    store.set({ isBusy: false })
  }
}

/** An old quote is made again; the offer follows where the price has stayed. */
async function refuse(store: Store, refused: Refused, mayRenew: boolean): Promise<boolean> {
  if (refused.code === 'invalid_data') {
    await land(store, 'policy', refused)
    return false
  }
  const before = store.get().priced?.quote.gross_payment_amount
  const { words } = store.get()
  if (!means('oldQuote', refused.code) || !mayRenew) {
    const isNotAllowed = refused.code === 'page_not_allowed'
    store.set({ notice: { kind: 'bad', text: isNotAllowed ? words.notAllowed : words.failed } })
    return false
  }
  const quote = await untilAnswered(store, () => askAgain(store))
  if (quote === null || quote.gross_payment_amount !== before) return false
  return makeOffer(store, { mayRenew: false })
}

function requestOf(store: Store): string | null {
  const { priced, answers, language, leadId } = store.get()
  const { checks, form, plan } = openedOf(store)
  if (priced === null) return null
  const document = checks.document('policy', answers, plan.key)
  return JSON.stringify({
    ...document,
    language,
    quote_token: priced.quote.token,
    referrer_url: location.href.split(/[?#]/)[0]?.slice(0, 2_000) ?? null,
    ...(leadId !== null && { sales_lead_id: leadId }),
    ...(form.handover_required && { handover_required: true }),
  })
}

/** Back to the review, where the offer is made again. */
export function dropOffer(store: Store, text: string): void {
  store.set({ made: null, offerCall: null, payCall: null, notice: { kind: 'kind', text } })
  goTo(store, 'review')
}
