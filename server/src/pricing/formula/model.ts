import type { Decimal } from '@bindery/spreadsheet/decimal'
import type { Expression, Operand } from '@bindery/spreadsheet/formulas'
import type { OutputValue } from '../pricing-types.ts'
import type { Declaration, ValueType } from './formula-file.ts'
import type { FormulaScalar, FormulaValue } from './scope.ts'

/** An input or variable, ready to be read from JSON into its slot. */
export interface InputSlot {
  readonly declaration: Declaration
  readonly path: readonly string[]
  readonly slot: number
  /** What an absent value becomes; undefined where it may not be absent. */
  readonly whenAbsent: FormulaScalar | undefined
  readonly type: ValueType
}

export interface CompiledFormula {
  readonly name: string
  /** `step net_premium`, as problems and traces call it. */
  readonly place: string
  readonly formula: string
  readonly expression: Expression<Decimal>
  /** The expression as it is read: without a call where its value already stands somewhere. */
  readonly operand: Operand<Decimal>
  /** The names of the steps it uses. */
  readonly uses: ReadonlySet<string>
}

export interface CompiledStep extends CompiledFormula {
  readonly slot: number
}

export interface CompiledOutput extends CompiledFormula {
  readonly type: ValueType | undefined
  /** True where a day number goes out as a date. */
  readonly isDate: boolean
}

/** A formula file, compiled: everything that one calculation walks through. */
export interface FormulaModel {
  /** One blank per slot; each calculation fills a copy. */
  readonly blankSlots: readonly FormulaValue[]
  /** The slot for the date of the quote, or -1 where no formula asks for it. */
  readonly todaySlot: number
  readonly inputs: readonly InputSlot[]
  readonly variables: readonly InputSlot[]
  /** Steps that knockouts need, in order; they and the knockouts come first. */
  readonly knockoutSteps: readonly CompiledStep[]
  readonly knockouts: readonly CompiledFormula[]
  /** The further steps that outputs need, in order. */
  readonly outputSteps: readonly CompiledStep[]
  readonly outputs: readonly CompiledOutput[]
  /** Those that a quote can change. */
  readonly liveOutputs: readonly CompiledOutput[]
  /** Every output, empty where a quote decides; filling a copy is quicker than growing an object. */
  readonly settledOutputs: Readonly<Record<string, OutputValue>>
  /** The places of those that come to a day, which a trace writes as one. */
  readonly dayFormulas: ReadonlySet<string>
}
