import { type Json, type JsonObject, isJsonObject } from '../kernel/index.ts'
import type { Grouping } from './impact.ts'

/** What is told of a value that is not there. */
const nothing = '(none)'
/** A value is a heading: nobody reads a longer one. */
const valueLettersMax = 60

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
  return typeof value === 'number' ? bandOf(value, bands) : nothing
}

/** An answer of that name comes first: the grouping was checked against the questions. */
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
  return text.length <= valueLettersMax ? text : `${text.slice(0, valueLettersMax - 1)}…`
}

/** Each band begins with its bound and ends before the next one. */
function bandOf(value: number, bands: readonly number[]): string {
  const at = bands.findLastIndex((bound) => bound <= value)
  const [from, to] = [bands[at], bands[at + 1]]
  if (from === undefined) return `below ${to}`
  return to === undefined ? `${from} and more` : `${from} to below ${to}`
}
