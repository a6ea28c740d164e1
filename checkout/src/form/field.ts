import type { Question } from '../../../sdk/src/generated.ts'
import type { Json } from '../../../rules/src/words/index.ts'

export type Stage = 'quote' | 'policy'

/** How a question is asked on the page. */
export type Control =
  | 'text'
  | 'long text'
  | 'number'
  | 'money'
  | 'date'
  | 'flag'
  | 'consent'
  | 'choice'
  | 'dataset'

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
