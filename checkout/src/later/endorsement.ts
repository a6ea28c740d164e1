import type { JsonObject } from '@bindery/rules/words'
import type {
  AcceptedTransaction,
  ErrorCode,
  OpenedEndorsement,
  Operations,
  Quote,
  VersionStatus,
} from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { differing, isFilledInWrongly, isOpen } from './endorsable.ts'
import type { Field } from '../form/field.ts'
import { check, land } from '../sale/answer.ts'
import { showDocuments } from '../sale/documents.ts'
import { callFor, pause, untilAnswered } from '../sale/repeat.ts'
import type { Call, Store } from '../sale/sale.ts'
import { lookAt, openedOf } from '../sale/state.ts'
import { laterWords } from './words.ts'

/** An endorsement in progress. */
export interface Endorsement {
  readonly policy: OpenedEndorsement
  readonly headers: Readonly<Record<string, string>>
  /** The quote, and the answers it is for. */
  quote: { readonly for: string; readonly quote: Quote } | null
  call: Call | null
  /** Where to read its status, once it is requested. */
  statusPath: string | null
  /** The payment due before it takes effect, with its token. */
  due: NonNullable<VersionStatus['payment']> | null
  done: boolean
}

const pollMs = 1_000

/** The answers that differ from the policy; null while an answer is invalid. */
function changedAnswers(store: Store, { policy }: Endorsement): JsonObject | null {
  const { fields, checks, plan } = openedOf(store)
  const { answers } = store.get()
  const filledIn = { policy, fields, checks, answers, planKey: plan.key }
  if (isFilledInWrongly(filledIn, 'quote')) return null
  return differing(filledIn, 'quote', { data: policy.data })
}

/** Quotes the endorsement for the current answers. */
export async function quoteEndorsement(store: Store, endorsement: Endorsement): Promise<void> {
  const changed = changedAnswers(store, endorsement)
  const asked = JSON.stringify(changed)
  const data = Object(changed?.['data']) as JsonObject
  if (Object.keys(data).length === 0) {
    endorsement.quote = null
    store.set({ pricing: 'open' })
    return
  }
  if (endorsement.quote?.for === asked) return
  store.set({ pricing: 'asking' })
  try {
    const body = { policy_id: endorsement.policy.policy_id, data }
    const { headers } = endorsement
    const quote = await untilAnswered(store, () =>
      store.server.ask<Quote>('quotes', { method: 'POST', version: 3, body, headers }),
    )
    // A quote for outdated answers is dropped.
    if (JSON.stringify(changedAnswers(store, endorsement)) !== asked) return
    endorsement.quote = { for: asked, quote }
    store.set({ pricing: 'quoted', notice: null })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    endorsement.quote = null
    const isKnockout = error.code === 'knockout'
    store.set({ pricing: isKnockout ? 'knockout' : 'open' })
    if (error.errors.length > 0) await land(store, 'quote', error)
    else if (!isKnockout) store.set({ notice: { kind: 'bad', text: error.message } })
  }
}

/** Requests the quoted endorsement once; it then takes effect, or waits for its payment. */
export async function requestEndorsement(store: Store, endorsement: Endorsement): Promise<void> {
  const { words } = openedOf(store)
  const { quote, policy, headers } = endorsement
  const isWanted = (field: Field) => isOpen(policy, field)
  if (store.get().isBusy || !check(store, isWanted) || quote === null) return
  if (JSON.stringify(changedAnswers(store, endorsement)) !== quote.for) return
  const body = { quote_token: quote.quote.token }
  endorsement.call = callFor(JSON.stringify(body), endorsement.call)
  const { key: idempotencyKey } = endorsement.call
  store.set({ isBusy: true, notice: null })
  try {
    const accepted = await untilAnswered(store, () =>
      store.server.ask<AcceptedTransaction>(`policies/${policy.policy_id}`, {
        method: 'PATCH',
        version: 2,
        body,
        idempotencyKey,
        headers: { ...headers, 'if-match': policy.version_id },
      }),
    )
    const { href } = accepted._links.status
    endorsement.statusPath = href.slice(href.indexOf('/policies/') + 1)
    await follow(store, endorsement)
    if (!endorsement.done && endorsement.due === null) {
      store.set({ notice: { kind: 'bad', text: words.failed } })
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await explain(store, endorsement, error)
  } finally {
    store.set({ isBusy: false })
  }
}

type EndorsementCodes = readonly Operations['endorsePolicy']['refuses'][]

/** The quote no longer counts: another one may, or shows which answers no longer do. */
const oldQuote: EndorsementCodes = ['expired_quote_token', 'unknown_quote_token', 'invalid_data']

/** The policy is no longer the one that the page shows. */
const changedPolicy: EndorsementCodes = [
  'policy_cancelled',
  'policy_expired',
  'quote_token_of_older_version',
  'stale_version',
]

const isOneOf = (codes: readonly ErrorCode[], code: ErrorCode | null) =>
  code !== null && codes.includes(code)

/** Quotes again if the quote has expired; asks to reload if the policy has changed meanwhile. */
async function explain(store: Store, endorsement: Endorsement, { code }: Refused): Promise<void> {
  const { words, locale } = openedOf(store)
  if (isOneOf(oldQuote, code)) {
    endorsement.quote = null
    await quoteEndorsement(store, endorsement)
    store.set({ notice: { kind: 'kind', text: words.offerOver } })
    return
  }
  const { endorsementMoved } = laterWords(locale.language)
  const hasMoved = isOneOf(changedPolicy, code)
  const text = hasMoved ? endorsementMoved : words.failed
  store.set({ notice: { kind: 'bad', text, isToReload: hasMoved } })
}

/** Waits for the outcome: in force, payment due, or failed. */
export async function follow(store: Store, endorsement: Endorsement): Promise<void> {
  const { headers, statusPath } = endorsement
  if (statusPath === null) return
  for (;;) {
    const { status, payment, _links } = await untilAnswered(store, () =>
      store.server.ask<VersionStatus>(statusPath, { version: 2, headers }),
    )
    if (status !== 'processing') {
      endorsement.done = status === 'active'
      endorsement.due = status === 'proposed' ? payment : null
      store.set({ notice: null, ...(endorsement.done && { step: 'done' }) })
      lookAt(store, 'heading')
      const { documents } = _links
      if (endorsement.done && documents !== undefined) void showDocuments(store, documents.href)
      return
    }
    await pause(pollMs)
  }
}
