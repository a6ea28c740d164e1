import type { Form, OpenedEndorsement } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { takeToken } from './take-token.ts'
import { formToEndorse } from './endorsable.ts'
import { type as typeAnswer } from '../sale/answer.ts'
import { openForm } from '../sale/open-form.ts'
import { untilAnswered } from '../sale/repeat.ts'
import type { Sale, Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'
import { answersFrom } from './answers-from.ts'
import { EndorsementPage } from './endorsement-page.tsx'
import { type Endorsement, follow, requestEndorsement, quoteEndorsement } from './endorsement.ts'
import { giveUpPayment, payEndorsement, paymentFilledIn, resumePayment } from './pay-endorsement.ts'
import { laterWords } from './words.ts'

/** Opens an endorsement link: the page endorses a policy instead of selling one. */
export async function openEndorsement(
  store: Store,
  sale: Sale,
  { policyId, token: given }: { readonly policyId: string; readonly token: string },
): Promise<void> {
  const token = takeToken(`bindery-change ${policyId}`, given, `change=${policyId}`)
  // Another link differs in its fragment alone, for which no browser loads a page.
  addEventListener('hashchange', () => {
    if (/^#change=tpol_\w+\//.test(location.hash)) location.reload()
  })
  const words = laterWords(store.get().language ?? navigator.language)
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
          {words.endorsementTooOld}
        </p>
      ),
    })
  }
}

async function show(
  store: Store,
  sale: Sale,
  { policy, headers }: Pick<Endorsement, 'policy' | 'headers'>,
): Promise<void> {
  const path = `integrations/${policy.touchpoint_id}/form?product_version_id=${policy.product_version_id}`
  const form = await untilAnswered(store, () => store.server.ask<Form>(path, {}))
  store.set({
    itemId: policy.item_id,
    planId: policy.subscription_plan_id,
    language: store.get().language ?? policy.language,
  })
  await openForm(store, formToEndorse(form, policy))
  const held = await answersFrom(store, { quote: { data: policy.data } })
  // Answers stored in this tab, or typed since the form appeared, are newer.
  const answers = { ...held, ...store.get().answers }
  store.set({ answers, pricing: 'open', priced: null, step: 'questions' })
  const { policy_id: id, waiting_version_id: waiting } = policy
  // One that was paid at a bank's own page took effect before its customer came back.
  const { pendingId } = store.get()
  const paidPath = takeToken(`bindery-paid ${pendingId}`, '') || null
  const statusPath = waiting === null ? paidPath : `policies/${id}/versions/${waiting}/status`
  const nothing = { quote: null, call: null, due: null, done: false } as const
  const endorsement: Endorsement = { policy, headers, statusPath, ...nothing }
  let timer: ReturnType<typeof setTimeout> | undefined
  const acting: Sale = {
    ...sale,
    type(field, text, value) {
      typeAnswer(store, field, text, value)
      clearTimeout(timer)
      timer = setTimeout(() => void quoteEndorsement(store, endorsement), 60)
    },
  }
  const page = () => (
    <EndorsementPage
      store={store}
      sale={acting}
      endorsement={endorsement}
      words={laterWords(openedOf(store).locale.language)}
      submit={() => void requestEndorsement(store, endorsement)}
      pay={(way) => void payEndorsement(store, endorsement, way)}
      filledIn={() => paymentFilledIn(store, endorsement)}
      giveUp={() => void giveUpPayment(store, endorsement)}
    />
  )
  // An endorsement requested earlier may wait for its payment, wherever it was requested.
  await follow(store, endorsement)
  store.set({ page })
  const { locale, form: shown } = openedOf(store)
  store.emit('open', {
    name: shown.names[locale.language] ?? shown.name,
    language: locale.language,
  })
  if (endorsement.due === null) await quoteEndorsement(store, endorsement)
  await resumePayment(store, endorsement)
}
