import type { CreateLead, CreatedLead } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { collect } from '../form/checks.ts'
import { fieldsIn } from '../form/rows.ts'
import { callFor, untilAnswered } from '../sale/repeat.ts'
import type { Store } from '../sale/sale.ts'
import { lookAt, openedOf } from '../sale/state.ts'
import { SavedLink } from './saved-link.tsx'
import { laterWords } from './words.ts'

/** Saves the answers so far, and shows the link that opens them again. */
export async function saveSale(store: Store): Promise<void> {
  if (store.get().isBusy) return
  const { locale } = openedOf(store)
  const body = leadOf(store)
  const call = callFor(JSON.stringify(body), store.get().saveCall)
  store.set({ saveCall: call, isBusy: true, notice: null, panel: null })
  try {
    const lead = await untilAnswered(store, () =>
      store.server.ask<CreatedLead>('leads', {
        method: 'POST',
        version: 2,
        body,
        idempotencyKey: call.key,
      }),
    )
    const link = `${location.href.replace(/#.*/s, '')}#lead=${lead.token}`
    const words = laterWords(locale.language)
    const panel = () => (
      <SavedLink words={words} locale={locale} link={link} until={lead.expires_at} />
    )
    store.set({ leadId: lead.id, panel })
    lookAt(store, 'saved-link')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { words } = store.get()
    const isTooLarge = error.code === 'lead_too_large' || error.code === 'body_too_large'
    const text = isTooLarge ? laterWords(locale.language).tooLarge : words.failed
    store.set({ notice: { kind: 'bad', text } })
  } finally {
    store.set({ isBusy: false })
  }
}

function leadOf(store: Store): CreateLead {
  const { priced, language, answers } = store.get()
  const { form, item, plan, fields } = openedOf(store)
  const all = fieldsIn(fields, answers)
  const quote = collect('quote', all, answers)
  const policy = collect('policy', all, answers)
  const text = (name: string) => {
    const value = policy[name]
    return typeof value === 'string' ? value.slice(0, 500) : null
  }
  return {
    item_id: item.id,
    touchpoint_id: form.integration_id,
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    language,
    data: { subscription_plan_id: plan.id, quote, policy },
    quote_token: priced?.quote.token ?? null,
  }
}
