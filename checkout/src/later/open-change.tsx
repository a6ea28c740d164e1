import type { Form, OpenedEndorsement } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { type as typeAnswer } from '../sale/answer.ts'
import { openForm } from '../sale/open-form.ts'
import { untilAnswered } from '../sale/repeat.ts'
import type { Sale, Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'
import { answersFrom } from './answers-from.ts'
import { ChangePage } from './change-page.tsx'
import { type Change, follow, requestChange, quoteChange } from './change-sale.ts'
import { giveUpPayment, payChange, resumePayment } from './pay-change.ts'
import { laterWords } from './words.ts'

/** Changes a policy instead of selling one, for whoever was given a link for it. */
export async function openChange(
  store: Store,
  sale: Sale,
  { policyId, token }: { readonly policyId: string; readonly token: string },
): Promise<void> {
  const said = laterWords(store.get().language ?? navigator.language)
  const headers = { 'endorsement-token': token }
  try {
    const policy = await untilAnswered(store, () =>
      store.server.ask<OpenedEndorsement>(`policies/${policyId}/endorsement`, {
        version: 2,
        headers,
      }),
    )
    await show(store, sale, { policy, headers })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    store.set({
      page: () => (
        <p class="card bad" role="alert">
          {said.changeTooOld}
        </p>
      ),
    })
  }
}

async function show(
  store: Store,
  sale: Sale,
  { policy, headers }: Pick<Change, 'policy' | 'headers'>,
): Promise<void> {
  const path = `integrations/${policy.touchpoint_id}/form?product_version_id=${policy.product_version_id}`
  const form = await untilAnswered(store, () => store.server.ask<Form>(path, {}))
  store.set({
    itemId: policy.item_id,
    planId: policy.subscription_plan_id,
    language: store.get().language ?? policy.language,
  })
  await openForm(store, formOf(form, policy))
  const held = await answersFrom(store, { quote: { data: policy.data } })
  // What this tab has kept, and what was written since the form is there, is newer.
  const answers = { ...held, ...store.get().answers }
  store.set({ answers, pricing: 'open', priced: null, step: 'questions' })
  const { policy_id: id, waiting_version_id: waiting } = policy
  const statusPath = waiting === null ? null : `policies/${id}/versions/${waiting}/status`
  const nothing = { quote: null, call: null, due: null, done: false } as const
  const change: Change = { policy, headers, statusPath, ...nothing }
  let timer: ReturnType<typeof setTimeout> | undefined
  const acting: Sale = {
    ...sale,
    type(field, text, value) {
      typeAnswer(store, field, text, value)
      clearTimeout(timer)
      timer = setTimeout(() => void quoteChange(store, change), 60)
    },
  }
  const page = () => (
    <ChangePage
      store={store}
      sale={acting}
      change={change}
      words={laterWords(openedOf(store).locale.language)}
      order={() => void requestChange(store, change)}
      pay={(way) => void payChange(store, change, way)}
      giveUp={() => void giveUpPayment(store, change)}
    />
  )
  // What was ordered before waits to be paid for, wherever it was ordered.
  await follow(store, change)
  store.set({ page })
  const { locale, form: shown } = openedOf(store)
  store.tell('open', {
    name: shown.names[locale.language] ?? shown.name,
    language: locale.language,
  })
  if (change.due === null) await quoteChange(store, change)
  await resumePayment(store, change)
}

/** What may change is asked by the rules of changes; the rest is there for them to speak of. */
function formOf(form: Form, policy: OpenedEndorsement): Form {
  const items = form.items
    .filter(({ id }) => id === policy.item_id)
    .map((item) => ({
      ...item,
      policy: [],
      quote: item.quote.map(
        (question) =>
          policy.questions.find(
            ({ name, path }) => name === question.name && path === question.path,
          ) ?? { ...question, validation: '', required: false, conditions: [] },
      ),
    }))
  return { ...form, items }
}
