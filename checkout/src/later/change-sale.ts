import type { Json, JsonObject } from '@bindery/rules/words'
import type {
  AcceptedTransaction,
  OpenedEndorsement,
  Quote,
  VersionStatus,
} from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { put } from '../form/checks.ts'
import type { Field } from '../form/field.ts'
import { fieldsIn } from '../form/rows.ts'
import { check, land } from '../sale/answer.ts'
import { showDocuments } from '../sale/documents.ts'
import { callFor, pause, untilAnswered } from '../sale/repeat.ts'
import type { Call, Store } from '../sale/sale.ts'
import { lookAt, openedOf } from '../sale/state.ts'
import { valueAt } from './answers-from.ts'
import { laterWords } from './words.ts'

/** A change while it is made. */
export interface Change {
  readonly policy: OpenedEndorsement
  readonly headers: Readonly<Record<string, string>>
  /** What it would come to, and for which answers. */
  quote: { readonly for: string; readonly quote: Quote } | null
  call: Call | null
  /** Where to see how it stands, once it is ordered. */
  statusPath: string | null
  /** What has to be paid first, and by which token. */
  due: NonNullable<VersionStatus['payment']> | null
  done: boolean
}

const pollMs = 1_000

/** Whether a change may replace the answer to a question, or what it stands in. */
export function isOpen({ questions }: OpenedEndorsement, name: string): boolean {
  return questions.some((open) => {
    const [own, asked] = [open.name, name].map((one) => one.replaceAll(/\.\d+(?=\.|$)/g, '.*'))
    return asked === own || asked?.startsWith(`${own}.`) === true
  })
}

/** The answers that differ from what holds, lists as a whole; null while one of them is wrong. */
function differing(store: Store, { policy }: Change): JsonObject | null {
  const { fields, checks, plan } = openedOf(store)
  const { answers } = store.get()
  const asked = checks.asked(answers, plan.key)
  const errors = checks.errors(answers, plan.key)
  if (asked.some(({ id, question }) => isOpen(policy, question.name) && errors.has(id))) return null
  const document = checks.document('quote', answers, plan.key)
  const held = { data: policy.data }
  const changed: JsonObject = { data: {} }
  for (const field of fields) {
    const [after, before] = [valueAt(document, field), valueAt(held, field)]
    const isTouched = fieldsIn([field], answers).some(({ question }) =>
      isOpen(policy, question.name),
    )
    if (isTouched && written(after) !== written(before)) {
      put(changed, field.question, after ?? null)
    }
  }
  return changed
}

/** Members in one order, whichever they came in. */
function written(value: Json = null): string {
  return JSON.stringify(value, (_, one: Json) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** Asks what it comes to, for the answers as they are then. */
export async function quoteChange(store: Store, change: Change): Promise<void> {
  const changed = differing(store, change)
  const asked = JSON.stringify(changed)
  const data = Object(changed?.['data']) as JsonObject
  if (Object.keys(data).length === 0) {
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
export async function requestChange(store: Store, change: Change): Promise<void> {
  const { words } = openedOf(store)
  const { quote, policy, headers } = change
  const isWanted = ({ question }: Field) => isOpen(policy, question.name)
  if (store.get().isBusy || !check(store, isWanted) || quote === null) return
  if (JSON.stringify(differing(store, change)) !== quote.for) return
  const body = { quote_token: quote.quote.token }
  change.call = callFor(JSON.stringify(body), change.call)
  const { key: idempotencyKey } = change.call
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
    change.statusPath = href.slice(href.indexOf('/policies/') + 1)
    await follow(store, change)
    if (!change.done && change.due === null) {
      store.set({ notice: { kind: 'bad', text: words.failed } })
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await explain(store, change, error)
  } finally {
    store.set({ isBusy: false })
  }
}

/** A price that is too old is asked for again; a policy that has changed meanwhile is opened again. */
async function explain(store: Store, change: Change, { status }: Refused): Promise<void> {
  const { words, locale } = openedOf(store)
  if (status === 400) {
    change.quote = null
    await quoteChange(store, change)
    store.set({ notice: { kind: 'kind', text: words.offerOver } })
    return
  }
  const { changeMoved } = laterWords(locale.language)
  const hasMoved = status === 412 || status === 422
  const text = hasMoved ? changeMoved : words.failed
  store.set({ notice: { kind: 'bad', text, isToReload: hasMoved } })
}

/** Waits until it is made: then it holds, or has to be paid for, or neither. */
export async function follow(store: Store, change: Change): Promise<void> {
  const { headers, statusPath } = change
  if (statusPath === null) return
  for (;;) {
    const { status, payment, _links } = await untilAnswered(store, () =>
      store.server.ask<VersionStatus>(statusPath, { version: 2, headers }),
    )
    if (status !== 'processing') {
      change.done = status === 'active'
      change.due = status === 'proposed' ? payment : null
      store.set({ notice: null, ...(change.done && { step: 'done' }) })
      lookAt(store, 'heading')
      const { documents } = _links
      if (change.done && documents !== undefined) void showDocuments(store, documents.href)
      return
    }
    await pause(pollMs)
  }
}
