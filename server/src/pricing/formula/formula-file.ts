export const valueTypes = ['integer', 'number', 'text', 'boolean', 'date'] as const
export type ValueType = (typeof valueTypes)[number]

/** An input or a variable, as the file declares it. */
export interface Declaration {
  readonly name: string
  readonly type: ValueType
  /** Where the value stands in the customer's data: `company.industry`. */
  readonly field: string
  /** The default as written, or undefined where there is none. */
  readonly defaultText: string | undefined
  /** An optional input without default is blank when absent. */
  readonly isOptional: boolean
}

export interface TableDeclaration {
  readonly name: string
  readonly file: string
  /** Types of columns that must not be guessed from their cells. */
  readonly columns: ReadonlyMap<string, ValueType>
  /** Columns that together identify a row; empty where nothing is promised. */
  readonly key: readonly string[]
}

export interface NamedFormula {
  readonly name: string
  readonly formula: string
}

export interface OutputDeclaration extends NamedFormula {
  /** The type that the output goes out as, where the file says one. */
  readonly type: ValueType | undefined
}

/** `pricing.yaml` of kind formula, read but not yet compiled. */
export interface FormulaFile {
  readonly inputs: readonly Declaration[]
  readonly variables: readonly Declaration[]
  readonly tables: readonly TableDeclaration[]
  readonly steps: readonly NamedFormula[]
  readonly knockouts: readonly NamedFormula[]
  readonly outputs: readonly OutputDeclaration[]
}
