import { readDay, writeDay } from './dates.ts'
import type { Answer, Field } from './field.ts'
import type { Locale } from './locale.ts'
import { readMoney, readNumber, writeMoney, writeNumber } from './numbers.ts'
import type { Json } from '../../../rules/src/words/index.ts'

export interface Reader {
  readonly locale: Locale
  readonly currency: string
}

/** What a text means for a field. */
export function readAnswer(field: Field, text: string, { locale, currency }: Reader): Answer {
  return { text, value: text.trim() === '' ? undefined : meaningOf(field, text, locale, currency) }
}

function meaningOf(field: Field, text: string, locale: Locale, currency: string): Json | undefined {
  switch (field.control) {
    case 'number':
      return readNumber(text, locale.tag) ?? text
    case 'money':
      return readMoney(text, locale.tag, currency) ?? text
    case 'date':
      return readDay(text, locale.tag, new Date().getUTCFullYear()) ?? text
    case 'flag':
      return text === 'true'
    case 'consent':
      return text === 'true' ? true : undefined
    case 'choice':
      return field.choices.find((choice) => choice.text === text)?.value ?? text
    case 'many':
      return JSON.parse(text) as Json // As its view writes it.
    case 'list':
      return undefined // Its rows are answered, each by itself.
    case 'text':
    case 'long text':
    case 'dataset':
      return text.trim()
  }
}

/** The text as the place writes it: on leaving a field, and in another language. */
export function writeAnswer(field: Field, answer: Answer, { locale, currency }: Reader): Answer {
  const { value } = answer
  if (typeof value === 'number' && field.control === 'number') {
    return { value, text: writeNumber(value, locale.tag) }
  }
  if (typeof value === 'number' && field.control === 'money') {
    return { value, text: writeMoney(value, locale.tag, currency) }
  }
  if (field.control === 'date' && typeof value === 'string' && isDay(value)) {
    return { value, text: writeDay(value, locale.tag) }
  }
  return answer
}

export function isDay(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}
