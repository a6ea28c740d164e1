import type { Problem } from '../../kernel/index.ts'
import type { Matrix } from '../functions/index.ts'
import type { Expression } from './frame.ts'

/** A table as formulas see it. */
export interface Table {
  readonly name: string
  readonly file: string
  readonly headers: readonly string[]
  /** All data rows, with the headers as column names. */
  readonly body: Matrix
  /** One static matrix per column, so that each is indexed once. */
  readonly columns: ReadonlyMap<string, Matrix>
  /** The header row; names that read as numbers are numbers, so that bands can be searched. */
  readonly headerRow: Matrix
}

/** What a name stands for. A broken one has a problem of its own already. */
export type Binding =
  | { readonly kind: 'value'; readonly expression: Expression }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'broken' }

/** What compiling one formula needs to know, and where it leaves what it finds. */
export interface Scope {
  readonly file: string
  readonly place: string
  readonly names: ReadonlyMap<string, Binding>
  readonly problems: Problem[]
  /** Reserves a slot for a LET name. */
  newSlot(): number
  /** Notes that a table is in use. */
  useTable(name: string): void
}

/** Reports a mistake once, however often the formula makes it. */
export function report(scope: Scope, message: string, mend: string): void {
  const isKnown = scope.problems.some(
    (problem) => problem.place === scope.place && problem.message === message,
  )
  if (isKnown) return
  scope.problems.push({ file: scope.file, place: scope.place, message, mend })
}
