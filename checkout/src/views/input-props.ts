import type { Field } from '../form/field.ts'
import type { Sale } from '../sale/open-sale.ts'
import type { Opened, State } from '../sale/state.ts'

export interface FieldProps {
  readonly field: Field
  readonly sale: Sale
  readonly state: State
  readonly opened: Opened
}

/** What an input has to say of itself, whichever it is. */
export interface InputProps extends FieldProps {
  readonly describedBy: string | undefined
  readonly isWrong: boolean
}

const shownAtOnceMax = 4

/** Few answers stand side by side; many, and those that may be left out, in a list to open. */
export function isShort(field: Field): boolean {
  return field.choices.length <= shownAtOnceMax && (field.isRequired || field.isConditional)
}
