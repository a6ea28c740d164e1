import type { Form } from '@bindery/sdk/generated'
import { sayIn } from './build-field.ts'
import type { Field, Section, Stage } from './field.ts'

/** The fields of a stage in the product's sections. Fields in no section follow, except for consents. */
export function sectionsOf(
  form: Form,
  fields: readonly Field[],
  stage: Stage,
  language: string,
): Section[] {
  const own = fields.filter((field) => field.stage === stage)
  const placed = new Set<Field>()
  const place = (name: string) => {
    // A list is placed where its first question is listed.
    const at = name.replace(/\.\*.*/, '')
    const found = own.filter((field) => field.question.name === at && !placed.has(field))
    for (const field of found) placed.add(field)
    return found
  }
  const listed = form.checkout[stage]
    .map(({ title, fields: names }) => ({
      title: sayIn(title, language),
      fields: names.flatMap(place),
    }))
    .filter((section) => section.fields.length > 0)
  const rest = own.filter((field) => !placed.has(field) && field.control !== 'consent')
  return rest.length === 0 ? listed : [...listed, { title: '', fields: rest }]
}

/** The consents, at the end, except for those that the product puts into a section. */
export function consentsOf(form: Form, fields: readonly Field[]): Field[] {
  const placed = new Set(form.checkout.policy.flatMap((section) => section.fields))
  return fields.filter(
    ({ stage, control, question }) =>
      stage === 'policy' && control === 'consent' && !placed.has(question.name),
  )
}
