import { createHash } from 'node:crypto'
import { type Json, type JsonObject, isJsonObject } from '../kernel/index.ts'
import { type Grouping, nameOfBand } from './tally/grouping.ts'

/** The group of a missing value. */
const nothing = '(none)'
/** A value is a heading: nobody reads a longer one, but those that differ stay apart. */
const valueLettersMax = 60
const markLetters = 6

/** What belongs to a sale besides its answers. */
export interface SaleNames {
  readonly item: string
  readonly plan: string
  readonly integration: string
}

/** To which group of a grouping some answers belong. */
export function groupOf({ field, bands }: Grouping, answers: JsonObject, names: SaleNames): string {
  const value = isNameOf(field, names) ? names[field] : answerAt(answers, field.split('.'))
  if (bands === null) return textOf(value)
  if (typeof value !== 'number') return nothing
  return nameOfBand(
    bands,
    bands.findLastIndex((bound) => bound <= value),
  )
}

/** These names always mean members of the sale: an answer of the same name cannot be grouped by. */
function isNameOf(field: string, names: SaleNames): field is keyof SaleNames {
  return Object.hasOwn(names, field)
}

function answerAt(data: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return data
  return isJsonObject(data) ? answerAt(data[step], rest) : undefined
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return nothing
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= valueLettersMax) return text
  const beginning = text.slice(0, valueLettersMax - markLetters - 2)
  const mark = createHash('sha256').update(text).digest('hex').slice(0, markLetters)
  // A letter of two units may have been cut in half, which no database takes.
  return `${beginning.replace(/[\uD800-\uDBFF]$/, '')}… ${mark}`
}
