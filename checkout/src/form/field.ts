import type { Json } from '@bindery/rules/words'
import type { Question } from '@bindery/sdk/generated'
import type { Phones } from './phone.ts'

export type Stage = 'quote' | 'policy'

/** How a question is asked on the page. */
export type Control =
  | 'text'
  | 'long text'
  | 'number'
  | 'money'
  | 'percent'
  | 'phone'
  | 'date'
  | 'flag'
  | 'consent'
  | 'choice'
  | 'dataset'
  /** Any number of rows with the same questions. */
  | 'list'
  /** Any number of some answers. */
  | 'many'

/** A question with all its texts in the customer's language. */
export interface Field {
  /** Unique in a form, also as the id of its input. */
  readonly id: string
  readonly stage: Stage
  readonly question: Question
  readonly control: Control
  readonly label: string
  readonly help: string
  readonly placeholder: string
  readonly unit: string
  readonly choices: readonly Choice[]
  /** Whether the question is asked only while other answers demand it. */
  readonly isConditional: boolean
  readonly isRequired: boolean
  /** How the field reads telephone numbers; only for telephone fields. */
  readonly phones?: Phones
  /** The questions of the rows; only for lists. */
  readonly list?: List
  /** The id of the list; only for fields in a row. */
  readonly within?: string
}

export interface List {
  /** With `*` in place of the row. */
  readonly fields: readonly Field[]
  /** The name of one row; empty if the product gives none. */
  readonly entry: string
  /** Whether a row is one answer, not several with names. */
  readonly isPlain: boolean
  readonly rowsMin: number
  readonly rowsMax: number
  /** Whether rows can be neither added nor removed. */
  readonly isFixed?: boolean
}

export interface Choice {
  readonly value: Json
  /** Unique among the choices. */
  readonly text: string
  readonly label: string
}

export interface Section {
  readonly title: string
  readonly fields: readonly Field[]
}

/** An entry of the customer: the text in the field, and the value that was read from it. */
export interface Answer {
  readonly text: string
  /** Undefined if the field is empty. A text that cannot be read stays a text, so that the rules refuse it. */
  readonly value: Json | undefined
}

export type Answers = Readonly<Record<string, Answer>>

export function idOf(stage: Stage, { path, name }: Pick<Question, 'path' | 'name'>): string {
  return [stage, ...(path === null ? [] : [path]), name].join('.')
}
