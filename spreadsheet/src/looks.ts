/**
 * What a file says of its cells beside values and formulas: how they look, and what may be typed
 * into them. No formula needs it; it is read only when asked for.
 */
export interface SheetLooks {
  readonly sheet: string
  readonly validations: readonly Validation[]
  /** The style of each cell that has one, blank ones too, by address. */
  readonly styles: ReadonlyMap<string, CellStyle>
}

export interface CellStyle {
  /** The number format, such as `dd.mm.yyyy`; `General` where none is set. */
  readonly format: string
  /** True where a protected sheet lets people type into it. */
  readonly isUnlocked: boolean
  /** The fill in hex or by its theme; null without one. */
  readonly fill: string | null
  /** The number of Excel's own style, such as 20 for Input and 21 for Output; null for others. */
  readonly builtIn: number | null
}

/** What Excel calls data validation. */
export interface Validation {
  readonly kind: ValidationKind
  readonly operator: ValidationOperator
  /** As written, without an equals sign; empty where there is none. */
  readonly formula1: string
  readonly formula2: string
  /** The entries of a list that is written out with commas inside its entries; mostly null. */
  readonly entries: readonly string[] | null
  readonly ranges: readonly CellRange[]
  /** True where other values are refused, and not only warned of. */
  readonly isStrict: boolean
  readonly promptTitle: string
  readonly prompt: string
}

export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export const validationKinds = [
  'none',
  'whole',
  'decimal',
  'list',
  'date',
  'time',
  'textLength',
  'custom',
] as const
export type ValidationKind = (typeof validationKinds)[number]

export const validationOperators = [
  'between',
  'notBetween',
  'equal',
  'notEqual',
  'lessThan',
  'lessThanOrEqual',
  'greaterThan',
  'greaterThanOrEqual',
] as const
export type ValidationOperator = (typeof validationOperators)[number]
