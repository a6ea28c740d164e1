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

/** A question with everything that the page says of it, in the customer's language. */
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
  /** Asked only while other answers demand it. */
  readonly isConditional: boolean
  readonly isRequired: boolean
  /** How it takes telephone numbers, where it does. */
  readonly phones?: Phones
  /** What its rows ask, where it is a list. */
  readonly list?: List
  /** The id of the list that it stands in, where it stands in a row. */
  readonly within?: string
}

export interface List {
  /** With `*` in place of the row. */
  readonly fields: readonly Field[]
  /** What one row is called; empty where the product does not say. */
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

/** What the customer has entered: the text as it stands there, and what it means. */
export interface Answer {
  readonly text: string
  /** Undefined for nothing; what cannot be read stays the text, so that the rules complain. */
  readonly value: Json | undefined
}

export type Answers = Readonly<Record<string, Answer>>

export function idOf(stage: Stage, { path, name }: Pick<Question, 'path' | 'name'>): string {
  return [stage, ...(path === null ? [] : [path]), name].join('.')
}
