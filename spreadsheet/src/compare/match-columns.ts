import type { Cell, Sheet } from '../workbook.ts'

/** Which column of a sheet has become which; what is new or gone has no partner. */
export interface MatchedColumns {
  readonly toNew: (column: number) => number | null
  readonly toOld: (column: number) => number | null
  /** Where a column stands now, also a blank one: it goes with the next one to its left; null where it is gone. */
  readonly moved: (column: number) => number | null
}

/** Every column stands where it stood. */
export const unmoved: MatchedColumns = {
  toNew: (column) => column,
  toOld: (column) => column,
  moved: (column) => column,
}

/** Of wider sheets columns stay where they stand: nobody puts columns into those by hand. */
const columnsMax = 100
const valuesMax = 200
/** How alike two columns must be to be the same one in another place, from 0 to 1. */
const likenessMin = 0.5
const likenessOfHeading = 0.6
/** By how much of a column the others must fit better than where they stand. */
const gainMin = 0.5

/** Finds the columns of a sheet again after others were put in or taken out, by what stands in them. */
export function matchColumns(before: Sheet, after: Sheet): MatchedColumns {
  const [olds, nows] = [columnsOf(before), columnsOf(after)]
  if (Math.max(olds.length, nows.length) > columnsMax) return unmoved
  const headings = new Set(nows.map(({ heading }) => heading))
  // A column whose heading stands over another one now has moved, however alike their values are.
  const hasMoved = ({ heading }: Column, now: Column) =>
    heading !== null && heading !== now.heading && headings.has(heading)
  const stay = olds.reduce((sum, old, at) => {
    const now = nows[at] ?? empty
    return hasMoved(old, now) ? sum : sum + likeness(old, now)
  }, 0)
  const used = (columns: readonly Column[]) => columns.filter((one) => one !== empty).length
  if (Math.min(used(olds), used(nows)) - stay <= gainMin) return unmoved
  const { total, pairs } = align(olds, nows)
  if (total - stay <= gainMin) return unmoved
  return matched(fillGaps(pairs, olds.length, nows.length), olds)
}

interface Column {
  readonly values: ReadonlySet<string>
  /** The first text. */
  readonly heading: string | null
}

const empty: Column = { values: new Set(), heading: null }

/** From the first on; those without a value are empty. */
function columnsOf({ cells }: Sheet): Column[] {
  const byColumn = Map.groupBy(cells, ({ column }) => column)
  const last = Math.max(0, ...byColumn.keys())
  return Array.from({ length: last }, (_, at) => {
    const own = byColumn.get(at + 1)
    if (own === undefined) return empty
    const values = own
      .slice(0, valuesMax)
      .map(signOf)
      .filter((sign) => sign !== 'null')
    const heading = own.find(({ value, formula }) => formula === null && typeof value === 'string')
    return { values: new Set(values), heading: heading === undefined ? null : signOf(heading) }
  })
}

/** What a cell holds; of a formula what stays the same wherever the cells it names have moved to. */
function signOf({ value, formula }: Cell): string {
  return formula === null
    ? JSON.stringify(value)
    : `=${formula.replaceAll(/\$?[A-Z]{1,3}\$?\d+/g, '')}`
}

function likeness(one: Column, other: Column): number {
  const [few, many] = [one, other]
    .map(({ values }) => values)
    .toSorted((a, b) => a.size - b.size) as [ReadonlySet<string>, ReadonlySet<string>] // Two of two.
  if (few.size === 0) return 0
  const shared = few.intersection(many).size / many.size
  const isNamedAlike = one.heading !== null && one.heading === other.heading
  return isNamedAlike ? Math.max(shared, likenessOfHeading) : shared
}

type Pair = readonly [old: number, now: number]

/** The pairs, in order on both sides, that are most alike together. */
function align(
  olds: readonly Column[],
  nows: readonly Column[],
): { total: number; pairs: readonly Pair[] } {
  const best = [...olds, empty].map(() => [...nows, empty].map(() => 0))
  const at = (old: number, now: number) => best[old]?.[now] ?? 0
  const likes = olds.map((old) => nows.map((now) => likeness(old, now)))
  const fit = (old: number, now: number) => {
    const like = likes[old]?.[now] ?? 0
    return like >= likenessMin ? like : 0
  }
  for (let old = olds.length - 1; old >= 0; old--) {
    for (let now = nows.length - 1; now >= 0; now--) {
      const row = best[old]
      if (row === undefined) continue
      row[now] = Math.max(at(old + 1, now), at(old, now + 1), fit(old, now) + at(old + 1, now + 1))
    }
  }
  const pairs: Pair[] = []
  for (let [old, now] = [0, 0]; old < olds.length && now < nows.length;) {
    const fits = fit(old, now)
    if (fits > 0 && at(old, now) === fits + at(old + 1, now + 1)) pairs.push([++old, ++now])
    else if (at(old, now) === at(old + 1, now)) old++
    else now++
  }
  return { total: at(0, 0), pairs }
}

/** As many columns between the same neighbours are the same columns, with other values. */
function fillGaps(pairs: readonly Pair[], oldLast: number, nowLast: number): Map<number, number> {
  const all = new Map<number, number>(pairs)
  let [old, now] = [0, 0]
  for (const [nextOld, nextNow] of [...pairs, [oldLast + 1, nowLast + 1] as const]) {
    const width = nextOld - old
    if (width === nextNow - now) for (let one = 1; one < width; one++) all.set(old + one, now + one)
    ;[old, now] = [nextOld, nextNow]
  }
  return all
}

function matched(pairs: ReadonlyMap<number, number>, olds: readonly Column[]): MatchedColumns {
  const back = new Map([...pairs].map(([old, now]) => [now, old]))
  const toNew = (column: number) => pairs.get(column) ?? null
  return {
    toNew,
    toOld: (column) => back.get(column) ?? null,
    moved: (column) => {
      const now = toNew(column)
      const isBlank = (olds[column - 1] ?? empty) === empty
      if (now !== null || !isBlank) return now
      for (let left = column - 1; left > 0; left--) {
        const beside = toNew(left)
        if (beside !== null) return beside + column - left
      }
      return column
    },
  }
}
