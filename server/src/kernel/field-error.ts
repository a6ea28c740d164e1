/** One failing field, in the words that the API answers with. */
export interface FieldError {
  readonly code: 'required' | 'invalid_value'
  readonly field: string
  /** Where the field stands, for example `data`; absent for members of the body itself. */
  readonly path?: string
  /** The names of the rules that failed, verbatim. */
  readonly rules?: readonly string[]
}
