import type { Hits, RowOrigin, Value } from '../functions/index.ts'

/** The values of one calculation: inputs, variables, steps and LET names, each in its slot. */
export class Frame implements Hits {
  readonly slots: Value[]
  readonly isTracing: boolean
  /** The table rows hit since a trace last took them. */
  readonly rowsHit: string[] = []

  constructor(slots: Value[], isTracing: boolean) {
    this.slots = slots
    this.isTracing = isTracing
  }

  hit(origin: RowOrigin, row: number): void {
    const line = origin.lines[row]
    if (line === undefined) return
    const place = `${origin.file} row ${line}`
    if (!this.rowsHit.includes(place)) this.rowsHit.push(place)
  }

  takeHit(): string | undefined {
    const rows = this.rowsHit.splice(0)
    return rows.length === 0 ? undefined : rows.join(', ')
  }
}

/** A compiled formula. */
export type Run = (frame: Frame) => Value

/** A compiled part of a formula; constant parts are already worked out. */
export type Expression =
  | { readonly isConstant: true; readonly value: Value }
  | { readonly isConstant: false; readonly run: Run }

export function constant(value: Value): Expression {
  return { isConstant: true, value }
}

export function computed(run: Run): Expression {
  return { isConstant: false, run }
}

export function runOf(expression: Expression): Run {
  if (!expression.isConstant) return expression.run
  const { value } = expression
  return () => value
}
