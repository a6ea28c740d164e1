import type { Json } from '@bindery/rules/words'
import { readDay, writeDay } from './dates.ts'
import type { Answer, Field } from './field.ts'
import type { Locale } from './locale.ts'
import {
  readMoney,
  readNumber,
  readPercent,
  writeMoney,
  writeNumber,
  writePercent,
} from './numbers.ts'
import { phonePiece } from './phone-piece.ts'

export interface Reader {
  readonly locale: Locale
  readonly currency: string
}

/** The value that a text has in a field. */
export function readAnswer(field: Field, text: string, { locale, currency }: Reader): Answer {
  return { text, value: text.trim() === '' ? undefined : meaningOf(field, text, locale, currency) }
}

function meaningOf(field: Field, text: string, locale: Locale, currency: string): Json | undefined {
  switch (field.control) {
    case 'number':
      return readNumber(text, locale.tag) ?? text
    case 'money':
      return readMoney(text, locale.tag, currency) ?? text
    case 'percent':
      return readPercent(text, locale.tag) ?? text
    case 'phone':
      return (field.phones && phonePiece().readPhone(text, field.phones)) ?? text.trim()
    case 'date':
      return readDay(text, locale.tag, new Date().getUTCFullYear()) ?? text
    case 'flag':
      return text === 'true'
    case 'consent':
      return text === 'true' ? true : undefined
    case 'choice':
      return field.choices.find((choice) => choice.text === text)?.value ?? text
    case 'many':
      return JSON.parse(text) as Json // The view of the field wrote it as JSON.
    case 'list':
      return undefined // Its rows are answered, each by itself.
    case 'text':
    case 'long text':
    case 'dataset':
      return text.trim()
  }
}

/** The text in the local format: after the customer leaves a field, and after a change of language. */
export function writeAnswer(field: Field, answer: Answer, { locale, currency }: Reader): Answer {
  const { value } = answer
  const text = textOf(field, value, locale, currency)
  return text === undefined ? answer : { value, text }
}

/** Undefined if the text stays as the customer wrote it. */
function textOf(
  field: Field,
  value: Answer['value'],
  { tag }: Locale,
  currency: string,
): string | undefined {
  if (typeof value === 'number') {
    if (field.control === 'number') return writeNumber(value, tag)
    if (field.control === 'money') return writeMoney(value, tag, currency)
    return field.control === 'percent' ? writePercent(value, tag) : undefined
  }
  if (field.control === 'date' && isDay(value)) return writeDay(value, tag)
  if (field.phones !== undefined && typeof value === 'string') {
    return phonePiece().writePhone(value, field.phones)
  }
  return undefined
}

export function isDay(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}
