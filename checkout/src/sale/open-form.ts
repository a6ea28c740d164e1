import type { Form } from '@bindery/sdk/generated'
import { buildFields } from '../form/build-fields.ts'
import { compileChecks, loadEngines } from '../form/checks.ts'
import { chooseLanguage, localeOf } from '../form/locale.ts'
import { writeAnswer } from '../form/read-answer.ts'
import { fieldsIn } from '../form/rows.ts'
import { consentsOf, sectionsOf } from '../form/sections.ts'
import { loadWords } from '../words/words-in.ts'
import { wayOf } from '../pay/ways.tsx'
import { PieceMissing } from '../piece.ts'
import type { Store } from './sale.ts'
import { showMissing } from './state.ts'

/** The plans that can be paid on this page; all plans where none can, and the page then says so. */
export function payablePlans(form: Form): Form['subscription_plans'] {
  const payable = form.subscription_plans.filter(({ methods }) =>
    methods.some((method) => wayOf(method) !== undefined),
  )
  return payable.length === 0 ? form.subscription_plans : payable
}

/**
 * Builds the form from the answer of the server, for the chosen item, plan and language. If a piece of
 * the page cannot be loaded, the old form stays, and a notice asks the customer to reload.
 */
export async function openForm(store: Store, form: Form): Promise<boolean> {
  const { opened } = store.get()
  try {
    await make(store, form)
    return true
  } catch (error) {
    if (opened === null || !(error instanceof PieceMissing)) throw error
    const { item, plan, locale } = opened
    store.set({ itemId: item.id, planId: plan.id, language: locale.language })
    showMissing(store)
    return false
  }
}

async function make(store: Store, form: Form): Promise<void> {
  const { itemId, planId } = store.get()
  const language = chooseLanguage(store.get().language, navigator.languages, form)
  const locale = localeOf(language, navigator.languages)
  const [words] = await Promise.all([loadWords(language), loadEngines(form)])
  const item = form.items.find(({ id }) => id === itemId) ?? form.items[0]
  const plans = payablePlans(form)
  const plan = plans.find(({ id }) => id === planId) ?? plans[0]
  if (item === undefined || plan === undefined) throw new Error('there is nothing to sell')
  const fields = buildFields(form, item, locale, words)
  const hasLists = fields.some(({ control }) => control === 'list' || control === 'many')
  const lists = hasLists ? await store.loadLists() : null
  const reader = { locale, currency: form.currency }
  const answers = { ...store.get().answers }
  for (const field of fieldsIn(fields, answers)) {
    const answer = answers[field.id]
    if (answer !== undefined) answers[field.id] = writeAnswer(field, answer, reader)
  }
  store.set({
    language,
    words,
    itemId: item.id,
    planId: plan.id,
    answers,
    opened: {
      form,
      item,
      plan,
      fields,
      quoteSections: sectionsOf(form, fields, 'quote', language),
      policySections: sectionsOf(form, fields, 'policy', language),
      consents: consentsOf(form, fields),
      checks: compileChecks(form, item, fields),
      lists,
      locale,
      words,
    },
  })
}
