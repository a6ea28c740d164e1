import type { WorkbookProblem } from '@bindery/spreadsheet'

export type FieldType = 'integer' | 'numeric' | 'string' | 'boolean' | 'iso_date'

/** A value as a cell holds it; days are numbers. */
export type PlainValue = number | string | boolean

/** Whether a cell that holds the value holds an answer of the type. */
export function isOf(type: FieldType, value: PlainValue): boolean {
  if (type === 'string') return typeof value === 'string'
  if (type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'number'
}

/** A value as a sentence shows it. */
export function show(value: PlainValue): string {
  if (typeof value !== 'string') return String(value)
  return `"${value.length <= shownMax ? value : `${value.slice(0, shownMax - 3)}...`}"`
}

const shownMax = 60

/** The value that an answer is compared with. */
export type Operand =
  | { readonly kind: 'value'; readonly value: PlainValue }
  /** Another answer. */
  | { readonly kind: 'field'; readonly name: string }
  /** So many days after today; below zero before. */
  | { readonly kind: 'day'; readonly days: number }

export type Comparison = '>=' | '<=' | '>' | '<'

/** One condition on an answer. */
export type Constraint =
  | { readonly kind: 'type'; readonly type: FieldType }
  | { readonly kind: 'choices'; readonly values: readonly PlainValue[] }
  | { readonly kind: 'excluded'; readonly values: readonly PlainValue[] }
  | { readonly kind: 'bound'; readonly comparison: Comparison; readonly to: Operand }
  | {
      readonly kind: 'length'
      readonly comparison: '>=' | '<=' | '='
      readonly characters: number
    }

/** The constraints that one part of the workbook puts on an answer, and which part that is. */
export interface Finding {
  readonly constraints: readonly Constraint[]
  readonly reason: string
}

/** The findings, and notices about parts that were not understood, each with its fix. */
export interface Inferred {
  readonly findings: readonly Finding[]
  readonly notices: readonly WorkbookProblem[]
}

export const nothingInferred: Inferred = { findings: [], notices: [] }
