import type { DatasetItem } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import type { Answers, Field, Stage } from '../form/field.ts'
import { nameOf } from '../form/entry-name.ts'
import { knownAnswers } from './known-answers.ts'
import { untilAnswered } from '../sale/repeat.ts'
import type { Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'

/** What was answered before, as it is written in this customer's language. */
export async function answersFrom(
  store: Store,
  documents: Readonly<Partial<Record<Stage, unknown>>>,
): Promise<Answers> {
  const { fields, locale, form } = openedOf(store)
  const reader = { locale, currency: form.currency }
  return knownAnswers(fields, documents, reader, async (field, id) => entryName(store, field, id))
}

/** What an entry is called; where it is gone nothing is shown, and the field is asked again. */
async function entryName(store: Store, field: Field, id: string): Promise<string> {
  const { locale } = openedOf(store)
  try {
    const path = `dataset_items/${id}?language=${locale.language}`
    const { data } = await untilAnswered(store, () => store.server.ask<DatasetItem>(path, {}))
    return nameOf(data, field.question.dataset_fields).name
  } catch (error) {
    if (error instanceof Refused) return ''
    throw error
  }
}
