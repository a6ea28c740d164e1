import type { Dataset, ItemRow, ListRequest, Term } from '../../src/datasets/index.ts'
import type { Json } from '../../src/kernel/index.ts'

/**
 * The Data API in plain words, on a list in memory: what the database does with indexes and
 * collations must come to the same.
 */
export interface ModelItem extends ItemRow {
  readonly id: string
}

type Row = ReadonlyMap<string, Json>
type FieldTypes = ReadonlyMap<string, Dataset['fields'][number]['type']>

export function listInMemory(
  dataset: Dataset,
  items: readonly ModelItem[],
  request: ListRequest,
): { id: string; value: Record<string, Json> }[] {
  return sorted(dataset, items, request).map(({ id, row }) => ({ id, value: shown(row, request) }))
}

export function distinctInMemory(
  dataset: Dataset,
  items: readonly ModelItem[],
  request: ListRequest,
): { id: string; value: Record<string, Json> }[] {
  const others = request.fields.filter((name) => !request.sort.some(({ field }) => field === name))
  const sort = [...request.sort, ...others.map((field) => ({ field, dir: 'asc' as const }))]
  const inPlace = sorted(dataset, items, { ...request, sort: [] })
  const firsts = new Map(
    inPlace.toReversed().map(({ id, row }) => [JSON.stringify(shown(row, request)), id]),
  )
  const chosen = items.filter(({ id }) => [...firsts.values()].includes(id))
  return listInMemory(dataset, chosen, { ...request, sort, query: [] })
}

function sorted(dataset: Dataset, items: readonly ModelItem[], request: ListRequest) {
  const types: FieldTypes = new Map(dataset.fields.map(({ name, type }) => [name, type]))
  const compare = comparerFor(request.language)
  const rows = items.map((item, position) => ({
    id: item.id,
    position,
    row: rowIn(dataset, item, request.language),
  }))
  const lastDir = request.sort.at(-1)?.dir ?? 'asc'
  return rows
    .filter(({ row }) => request.query.every((term) => holds(term, row, types, compare)))
    .sort((a, b) => {
      for (const { field, dir } of request.sort) {
        const comparison = compareValues(
          a.row.get(field),
          b.row.get(field),
          types.get(field),
          compare,
        )
        if (comparison !== 0) return dir === 'asc' ? comparison : -comparison
      }
      return lastDir === 'asc' ? a.position - b.position : b.position - a.position
    })
}

function rowIn(dataset: Dataset, item: ItemRow, language: string): Row {
  return new Map(
    dataset.fields.map(({ name }) => {
      const languages = [language, ...dataset.languages]
      const translated = languages.map((one) => item.translations[one]?.[name] ?? null)
      return [name, translated.find((value) => value !== null) ?? item.values[name] ?? null]
    }),
  )
}

function shown(row: Row, request: ListRequest): Record<string, Json> {
  return Object.fromEntries(request.fields.map((name) => [name, row.get(name) ?? null]))
}

type CompareText = (a: string, b: string) => number

function comparerFor(language: string): CompareText {
  const collator = new Intl.Collator(language)
  return (a, b) => collator.compare(a, b) || (a === b ? 0 : a < b ? -1 : 1)
}

/** Numbers by size, then texts by the alphabet, then nothing. */
function compareValues(
  a: Json | undefined,
  b: Json | undefined,
  type: string | undefined,
  compare: CompareText,
): number {
  const [one, other] = [classOf(a, type), classOf(b, type)]
  if (one.rank !== other.rank) return one.rank - other.rank
  return one.number - other.number || compare(one.text, other.text)
}

function classOf(value: Json | undefined, type: string | undefined) {
  if (value === null || value === undefined) return { rank: 2, number: 0, text: '' }
  if (typeof value === 'number') return { rank: 0, number: value, text: '' }
  const text = textOf(value)
  const isNumber = type === 'text' && /^-?\d+(\.\d+)?$/.test(text)
  return { rank: isNumber ? 0 : 1, number: isNumber ? Number(text) : 0, text }
}

function holds(term: Term, row: Row, types: FieldTypes, compare: CompareText): boolean {
  const value = row.get(term.field) ?? null
  const type = types.get(term.field)
  if (value === null) return false
  switch (term.kind) {
    case 'in':
      return term.search.some((one) => isSame(value, one, type))
    case 'match':
      return term.search.includes('%')
        ? patternOf(term.search).test(plain(textOf(value)))
        : isSame(value, term.search, type)
    case 'compare': {
      const search = classOf(type === 'number' ? Number(term.search) : term.search, type)
      const own = classOf(value, type)
      const byNumber = own.rank === 0 && search.rank === 0
      const comparison = byNumber
        ? own.number - search.number
        : own.rank - search.rank || compare(own.text, search.text)
      const answers = {
        '>': comparison > 0,
        '>=': comparison >= 0,
        '<': comparison < 0,
        '<=': comparison <= 0,
      }
      return answers[term.operator]
    }
  }
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isSame(value: Json, search: string, type: string | undefined): boolean {
  if (type === 'number') return search.trim() !== '' && value === Number(search)
  return plain(textOf(value)) === plain(search)
}

function patternOf(search: string): RegExp {
  return new RegExp(
    `^${plain(search)
      .split('%')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
    's',
  )
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
