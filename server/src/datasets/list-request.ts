import { type Dataset, type DatasetField } from './dataset.ts'
import { wrongListParameter } from './reasons.ts'
import { parseNumber } from './sort-key.ts'

/** A front end's request to a dataset: fields of items, sorted, page by page. */
export interface ListRequest {
  readonly language: string
  readonly fields: readonly string[]
  readonly limit: number
  readonly cursor: Cursor | null
  readonly query: readonly Term[]
  readonly sort: readonly SortField[]
}

export interface Cursor {
  readonly id: string
  /** Whether the page begins after the item or ends before it. */
  readonly side: 'after' | 'before'
}

export interface SortField {
  readonly field: string
  readonly dir: Direction
}
export type Direction = 'asc' | 'desc'

export type Term =
  /** `%` in the search stands for any run of letters. */
  | { readonly kind: 'match'; readonly field: string; readonly search: string }
  | {
      readonly kind: 'compare'
      readonly field: string
      readonly operator: Comparison
      readonly search: string
    }
  | { readonly kind: 'in'; readonly field: string; readonly search: readonly string[] }

export const comparisons = ['>', '>=', '<', '<='] as const
export type Comparison = (typeof comparisons)[number]

/** The names of the parameters, as front ends write them. */
export type ListParameter =
  | 'language'
  | 'fields'
  | 'limit'
  | 'starting_after'
  | 'ending_before'
  | 'query'
  | 'sort'

/** A hidden field is refused with the same message as one that does not exist. */
export function checkListRequest(dataset: Dataset, request: ListRequest): void {
  checkLanguage(dataset, request.language)
  const visible = new Map(
    dataset.fields.filter(({ hidden }) => !hidden).map((field) => [field.name, field]),
  )
  const find = (parameter: ListParameter, name: string): DatasetField => {
    const field = visible.get(name)
    if (field !== undefined) return field
    throw wrongListParameter(
      parameter,
      `There is no field ${JSON.stringify(name)} in this dataset.`,
    )
  }
  for (const name of request.fields) find('fields', name)
  for (const { field } of request.sort) find('sort', field)
  for (const term of request.query) {
    const { type } = find('query', term.field)
    if (term.kind !== 'compare' || type !== 'number' || parseSearchNumber(term.search) !== null)
      continue
    throw wrongListParameter(
      'query',
      `${term.field} holds numbers, and ${JSON.stringify(term.search)} is none.`,
    )
  }
}

export function checkLanguage(dataset: Pick<Dataset, 'languages'>, language: string): void {
  if (dataset.languages.includes(language)) return
  throw wrongListParameter('language', languageUnknown(dataset.languages, language))
}

export const languageUnknown = (known: readonly string[], language: string) =>
  `This dataset is available in ${known.join(', ')}, not in ${JSON.stringify(language)}.`

/** A number as somebody types it into a search. */
export function parseSearchNumber(search: string): number | null {
  return parseNumber(search.trim()) ?? parseScientific(search.trim())
}

/** Long or tiny numbers, which only a field of numbers holds. */
function parseScientific(text: string): number | null {
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}
