import { type Json, type JsonObject, didYouMean, isJsonObject } from '../kernel/index.ts'
import type { CompiledPricing, PricedOutcome } from '../pricing/index.ts'
import { allowedValues } from '../products/index.ts'
import type { FieldRule } from '../rules/index.ts'
import { noSuchAnswer, notEnumerable, tooManyCombinations } from './reasons.ts'

/** As many rows as a person reads; an outside rater is asked for each price by itself. */
const combinationsMax = { workbook: 500, formula: 500, http: 20 } as const

/** What some answers cost with each of the values that their rules allow. */
export interface VariedPrice {
  readonly fields: readonly VariedAnswer[]
  /** One for each combination, the last field changing first. */
  readonly rows: readonly { readonly values: AnswersByName; readonly priced: PricedOutcome }[]
}

export interface VariedAnswer {
  readonly name: string
  readonly values: readonly Json[]
  /** Where the values come from, in words. */
  readonly from: string
}

/** Null is an answer that is not given. */
export type AnswersByName = Readonly<Record<string, Json>>

/** All combinations of what the named answers may be, by the rules of the quote. */
export function combineAnswers(
  names: readonly string[],
  data: JsonObject,
  rules: readonly FieldRule[],
  kind: CompiledPricing['kind'],
): { readonly fields: readonly VariedAnswer[]; readonly combinations: readonly AnswersByName[] } {
  const asked = rules.filter(({ path }) => path === 'data')
  const fields = [...new Set(names)].map((name): VariedAnswer => {
    const field = asked.find((one) => one.name === name)
    if (field === undefined) {
      throw noSuchAnswer(
        name,
        didYouMean(
          name,
          asked.map((one) => one.name),
        ) ?? '',
      )
    }
    const allowed = allowedValues(field, answerAt(data, name.split('.')))
    if (!allowed.ok) throw notEnumerable(name, allowed.why)
    return { name, values: allowed.values, from: allowed.from }
  })
  const count = fields.reduce((product, { values }) => product * values.length, 1)
  if (count > combinationsMax[kind]) throw tooManyCombinations(count, combinationsMax[kind])
  return { fields, combinations: product(fields) }
}

function product(fields: readonly VariedAnswer[]): AnswersByName[] {
  return fields.reduce<AnswersByName[]>(
    (rows, { name, values }) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  )
}

/** The same answers with some of them replaced. */
export function withAnswers(data: JsonObject, values: AnswersByName): JsonObject {
  return Object.entries(values).reduce<JsonObject>(
    (whole, [name, value]) => replaced(whole, name.split('.'), value),
    data,
  )
}

function replaced(
  inside: JsonObject,
  [step = '', ...rest]: readonly string[],
  value: Json,
): JsonObject {
  const { [step]: old, ...others } = inside
  if (rest.length === 0) return value === null ? others : { ...others, [step]: value }
  return { ...others, [step]: replaced(isJsonObject(old) ? old : {}, rest, value) }
}

function answerAt(data: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return data
  return isJsonObject(data) ? answerAt(data[step], rest) : undefined
}
