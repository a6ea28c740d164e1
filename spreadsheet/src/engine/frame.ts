import {
  type AnyNumber,
  type Hits,
  isMatrix,
  type RowOrigin,
  type Value,
} from '../functions/index.ts'

/** The values of one calculation: inputs, steps or cells and LET names, each in its slot. */
export class Frame<N extends AnyNumber> implements Hits {
  readonly slots: Value<N>[]
  readonly isTracing: boolean
  /** True if a lookup that finds nothing gives a `LookupMiss`, which names its key. */
  readonly namesMisses: boolean
  /** The table rows hit since a trace last took them; without a trace there are none. */
  #rowsHit: string[] | null = null

  constructor(slots: Value<N>[], isTracing: boolean, namesMisses = false) {
    this.slots = slots
    this.isTracing = isTracing
    this.namesMisses = namesMisses
  }

  hit(origin: RowOrigin, row: number): void {
    const name = origin.nameOf(row)
    this.#rowsHit ??= []
    if (name !== undefined && !this.#rowsHit.includes(name)) this.#rowsHit.push(name)
  }

  takeHit(): string | undefined {
    const rows = this.#rowsHit
    this.#rowsHit = null
    return rows === null || rows.length === 0 ? undefined : rows.join(', ')
  }
}

/** A compiled formula. */
export type Run<N extends AnyNumber> = (frame: Frame<N>) => Value<N>

/** A compiled part of a formula; constant parts are already worked out. */
export type Expression<N extends AnyNumber> =
  | { readonly isConstant: true; readonly value: Value<N>; readonly isCell?: true }
  | {
      readonly isConstant: false
      readonly run: Run<N>
      /** The slot that already holds the value, if there is one. */
      readonly slot?: number
      /** True for a single cell: functions that pass over texts in ranges do so there as well. */
      readonly isCell?: true
    }

/** A blank. It also replaces a part that has a problem, so that the other parts are still checked. */
export const nothing = { isConstant: true, value: null } as const

export function constant<N extends AnyNumber>(value: Value<N>): Expression<N> {
  return { isConstant: true, value }
}

export function computed<N extends AnyNumber>(run: Run<N>): Expression<N> {
  return { isConstant: false, run }
}

/** An expression that reads the value of a slot. */
export function slotRead<N extends AnyNumber>(slot: number): Expression<N> {
  return { isConstant: false, run: (frame) => frame.slots[slot] ?? null, slot }
}

/** A constant worked out at compile time; its arrays are worth an index. */
export function settled<N extends AnyNumber>(value: Value<N>): Expression<N> {
  if (isMatrix(value)) value.isStatic = true
  return constant(value)
}

export function runOf<N extends AnyNumber>(expression: Expression<N>): Run<N> {
  if (!expression.isConstant) return expression.run
  const { value } = expression
  return () => value
}

/** An argument of a call; undefined if nothing stands between two commas. */
export type Argument<N extends AnyNumber> = Expression<N> | undefined

export function isKnown<N extends AnyNumber>(
  part: Argument<N>,
): part is Extract<Expression<N>, { isConstant: true }> | undefined {
  return part === undefined || part.isConstant
}
