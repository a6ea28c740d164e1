import { compareFolded, fold } from './fold.ts'
import type { Kit } from './kit.ts'
import { sortNumbers } from './sort-numbers.ts'
import { type AnyNumber, doubleOf, isNumber, type Scalar } from './value.ts'

/** How an approximate lookup may miss: not at all, to the next smaller, or to the next larger. */
export type Nearness = 'exact' | 'smaller' | 'larger'

/** Which of several equal cells a lookup takes. */
export type Tie = 'first' | 'last'

/** The cells of a static column, arranged once so that lookups need not scan. */
export class ColumnIndex<N extends AnyNumber> {
  /** True where a cell holds an error, which nothing is equal to. */
  hasErrors = false
  readonly #kit: Kit<N>
  readonly #numbers = new Map<number | string, number[]>()
  readonly #texts = new Map<string, number[]>()
  readonly #booleans = new Map<boolean, number[]>()
  /** Rows of texts that read as a number, by that number; worked out when first asked for. */
  #numericTexts: Map<number | string, number[]> | null = null
  readonly #sortedNumbers: { readonly key: N; readonly rows: readonly number[] }[] = []
  /** The sorted numbers as doubles, which are quick to compare. */
  readonly #doubles: readonly number[]
  readonly #sortedTexts: { readonly key: string; readonly rows: readonly number[] }[] = []

  constructor(kit: Kit<N>, cells: readonly Scalar<N>[]) {
    this.#kit = kit
    cells.forEach((cell, row) => {
      if (isNumber(cell)) {
        const rows = push(this.#numbers, kit.keyOf(cell), row)
        if (rows.length === 1) this.#sortedNumbers.push({ key: cell, rows })
      } else if (typeof cell === 'string') {
        const rows = push(this.#texts, fold(cell), row)
        if (rows.length === 1) this.#sortedTexts.push({ key: fold(cell), rows })
      } else if (typeof cell === 'boolean') {
        push(this.#booleans, cell, row)
      } else if (cell !== null) {
        this.hasErrors = true
      }
    })
    this.#sortedNumbers.sort((a, b) => kit.compare(a.key, b.key))
    this.#doubles = this.#sortedNumbers.map(({ key }) => doubleOf(key))
    this.#sortedTexts.sort((a, b) => compareFolded(a.key, b.key))
  }

  /** All rows that hold exactly this value, in order. Blanks and errors match nothing. */
  rowsOf(key: Scalar<N>): readonly number[] {
    if (typeof key === 'string') return this.#texts.get(key) ?? this.#texts.get(fold(key)) ?? none
    if (isNumber(key)) return this.#numbers.get(this.#kit.keyOf(key)) ?? none
    if (typeof key === 'boolean') return this.#booleans.get(key) ?? none
    return none
  }

  /** The rows that a criterion's plain value fits: numbers that are kept as text count too. */
  rowsLike(key: Scalar<N>): readonly number[] {
    const exact = this.rowsOf(key)
    if (!this.#kit.readsLooseTexts || !isNumber(key)) return exact
    this.#numericTexts ??= this.#readTexts()
    const texts = this.#numericTexts.get(this.#kit.keyOf(key))
    return texts === undefined ? exact : [...exact, ...texts].sort((a, b) => a - b)
  }

  /** The rows whose text, folded, fits a pattern. */
  rowsWhere(fits: (folded: string) => boolean): readonly number[] {
    const found: number[] = []
    for (const [text, rows] of this.#texts) if (fits(text)) found.push(...rows)
    return sortNumbers(found, (a, b) => a - b)
  }

  #readTexts(): Map<number | string, number[]> {
    const found = new Map<number | string, number[]>()
    for (const [text, rows] of this.#texts) {
      const number = this.#kit.parse(text.trim())
      if (number === null) continue
      const key = this.#kit.keyOf(number)
      found.set(key, [...(found.get(key) ?? none), ...rows])
    }
    return found
  }

  /** The row of the wanted value, or of its nearest neighbour of the same type; -1 if none. */
  find(key: Scalar<N>, nearness: Nearness, tie: Tie): number {
    if (nearness === 'exact' || typeof key === 'boolean') {
      const exact = this.rowsOf(key)
      return exact.length === 0 ? -1 : pick(exact, tie)
    }
    if (isNumber(key)) {
      return this.#nearestNumber(key, nearness, tie)
    }
    if (typeof key !== 'string') return -1
    return nearestText(this.#sortedTexts, fold(key), nearness, tie)
  }

  /** Binary search by doubles; only where they are too close to tell apart, by the numbers. */
  #nearestNumber(key: N, nearness: Nearness, tie: Tie): number {
    const { compare } = this.#kit
    const wanted = doubleOf(key)
    const doubt = Math.abs(wanted) * doubleDoubt
    let low = 0
    let high = this.#doubles.length
    while (low < high) {
      const middle = (low + high) >>> 1
      let order = (this.#doubles[middle] ?? 0) - wanted
      if (Math.abs(order) <= doubt) {
        const entry = this.#sortedNumbers[middle]
        order = entry === undefined ? 1 : compare(entry.key, key)
        if (order === 0 && entry !== undefined) return pick(entry.rows, tie)
      }
      if (order < 0) low = middle + 1
      else high = middle
    }
    const entry = this.#sortedNumbers[nearness === 'smaller' ? low - 1 : low]
    return entry === undefined ? -1 : pick(entry.rows, tie)
  }

  /** The first pair of rows that hold the same value, or null where every value is unique. */
  firstRepeat(): readonly [number, number] | null {
    let found: readonly [number, number] | null = null
    for (const rows of [...this.#numbers.values(), ...this.#texts.values()]) {
      const [first, second] = rows
      if (first === undefined || second === undefined) continue
      if (found === null || second < found[1]) found = [first, second]
    }
    return found
  }
}
/** Far above the error of any rounding; closer numbers are compared as they are. */
const doubleDoubt = 1e-12

const none: readonly number[] = []

function push<Key>(map: Map<Key, number[]>, key: Key, row: number): number[] {
  const rows = map.get(key)
  if (rows === undefined) {
    const fresh = [row]
    map.set(key, fresh)
    return fresh
  }
  rows.push(row)
  return rows
}

function pick(rows: readonly number[], tie: Tie): number {
  return rows[tie === 'first' ? 0 : rows.length - 1] ?? -1
}

/** Binary search among sorted, distinct texts: the wanted one, or its neighbour. */
function nearestText(
  sorted: readonly { readonly key: string; readonly rows: readonly number[] }[],
  wanted: string,
  nearness: Nearness,
  tie: Tie,
): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = sorted[middle]
    const order = entry === undefined ? 1 : compareFolded(entry.key, wanted)
    if (order === 0 && entry !== undefined) return pick(entry.rows, tie)
    if (order < 0) low = middle + 1
    else high = middle
  }
  const entry = sorted[nearness === 'smaller' ? low - 1 : low]
  return entry === undefined ? -1 : pick(entry.rows, tie)
}
