import type { Lead } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import type { Answers } from '../form/field.ts'
import { openForm } from '../sale/open-form.ts'
import { isOfQuote } from '../sale/price.ts'
import { untilAnswered } from '../sale/repeat.ts'
import type { Notice, Store } from '../sale/sale.ts'
import { goTo, nothingKept, openedOf } from '../sale/state.ts'
import { answersFrom } from './answers-from.ts'
import { laterWords } from './words.ts'

/**
 * Goes on with a sale that was saved, instead of what this tab has kept of another. What was written
 * since the form is there is newer than both.
 */
export async function openLead(store: Store, token: string, kept: Answers): Promise<void> {
  const id = `led_${token.slice(0, 28)}`
  const { form, locale } = openedOf(store)
  const words = laterWords(locale.language)
  const say = (kind: Notice['kind'], text: string) => store.set({ notice: { kind, text } })
  try {
    const lead = await untilAnswered(store, () =>
      store.server.ask<Lead>(`leads/${id}`, { version: 2, headers: { 'lead-token': token } }),
    )
    // A page may hold several of us: the link is for one.
    if (lead.touchpoint_id !== form.integration_id) return
    forgetToken()
    if (lead.policy_id !== null) return say('kind', words.bought)
    await goOnWith(store, lead, kept)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    forgetToken()
    say('bad', words.tooOld)
  }
}

async function goOnWith(store: Store, lead: Lead, kept: Answers): Promise<void> {
  const {
    quote,
    policy,
    subscription_plan_id: planId,
  } = Object(lead.data) as Record<string, unknown>
  const { asked, answers } = store.get()
  // The form is there while its answers are fetched: what is written meanwhile is newer than they are.
  const written = Object.entries(answers).filter(([id, answer]) => answer !== kept[id])
  store.set({
    ...nothingKept,
    answers: Object.fromEntries(written),
    asked,
    itemId: lead.item_id,
    planId: typeof planId === 'string' ? planId : null,
    language: lead.language,
    leadId: lead.id,
  })
  await openForm(store, openedOf(store).form)
  const saved = await answersFrom(store, { quote, policy })
  store.set({ answers: { ...saved, ...store.get().answers } })
  const { checks, plan, locale } = openedOf(store)
  const errors = checks.errors(store.get().answers, plan.key)
  const isAnswered = ![...errors.keys()].some(isOfQuote)
  const text = laterWords(locale.language).welcomeBack
  store.set({ notice: { kind: 'kind', text } })
  if (isAnswered) goTo(store, 'price')
}

/** It is not left in the address, for others to see or to copy. */
function forgetToken(): void {
  history.replaceState(history.state, '', location.href.replace(/#.*/s, ''))
}
