import type { Form, OpenedEndorsement, Policy } from '@bindery/sdk'
import { BinderyError } from '@bindery/sdk'
import { buildFields } from '@bindery/checkout/form/build-fields'
import { type Checks, compileChecks, loadEngines } from '@bindery/checkout/form/checks'
import { formToEndorse, openPart } from '@bindery/checkout/later/endorsable'
import { nameOf } from '@bindery/checkout/form/entry-name'
import type { Answers, Field, Section } from '@bindery/checkout/form/field'
import { knownAnswers } from '@bindery/checkout/later/known-answers'
import type { Locale } from '@bindery/checkout/form/locale'
import { sectionsOf } from '@bindery/checkout/form/sections'
import { openClient } from '../../../api/client.ts'
import type { Language } from '../../../words/language.ts'

/** The product's own form of an endorsement, with the rules that the server checks. */
export interface ProductForm {
  readonly form: Form
  readonly policy: OpenedEndorsement
  readonly fields: readonly Field[]
  readonly sections: readonly Section[]
  readonly checks: Checks
  readonly locale: Locale
  readonly planKey: string | null
  /** What the policy holds, in the form of the answers. */
  readonly answers: Answers
  readonly held: { readonly quote: object; readonly policy: object }
}

const tags: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

export async function openProductForm(
  policy: Policy,
  opened: OpenedEndorsement,
  full: Form,
  language: Language,
  words: { readonly yes: string; readonly no: string },
): Promise<ProductForm> {
  const form = formToEndorse(full, opened)
  const [item] = form.items
  if (item === undefined) throw new Error(`the form has no item ${opened.item_id}`)
  const locale: Locale = { tag: tags[language], language, direction: 'ltr', hasKeypad: false }
  await loadEngines(form)
  const fields = buildFields(form, item, locale, words)
  const { first_name, last_name, email } = policy
  const held = {
    quote: { data: opened.data },
    policy: { first_name, last_name, email, data: withIds(policy.data) },
  }
  const reader = { locale, currency: form.currency }
  const answers = await knownAnswers(fields, held, reader, async (field, id) =>
    entryName(field, id, language),
  )
  const plan = form.subscription_plans.find(({ id }) => id === opened.subscription_plan_id)
  const open = (['quote', 'policy'] as const).flatMap((stage) =>
    sectionsOf(form, fields, stage, language),
  )
  const sections = open
    .map(({ title, fields: all }) => ({
      title,
      fields: all.flatMap((field) => openPart(field, opened)),
    }))
    .filter((section) => section.fields.length > 0)
  const checks = compileChecks(form, item, fields)
  return {
    form,
    policy: opened,
    fields,
    sections,
    checks,
    locale,
    planKey: plan?.key ?? null,
    answers,
    held,
  }
}

/** A policy shows entries of datasets in place of their ids. */
function withIds(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => {
      const id: unknown = Reflect.get(Object(value), 'id')
      return [name, typeof id === 'string' && id.startsWith('dai_') ? id : value]
    }),
  )
}

/** Where an entry is gone its field is asked again. */
async function entryName(field: Field, itemId: string, language: string): Promise<string> {
  try {
    const { data } = await openClient.call('showDatasetItem', {
      params: { itemId },
      query: { language },
    })
    return nameOf(data as Readonly<Record<string, unknown>>, field.question.dataset_fields).name
  } catch (error) {
    if (error instanceof BinderyError) return ''
    throw error
  }
}
