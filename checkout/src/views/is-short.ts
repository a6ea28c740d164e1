import type { Field } from '../form/field.ts'

const shownAtOnceMax = 4

/** Few answers stand side by side; many, and those that may be left out, in a list to open. */
export function isShort(field: Field): boolean {
  return field.choices.length <= shownAtOnceMax && (field.isRequired || field.isConditional)
}
