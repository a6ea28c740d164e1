import {
  type Comparison,
  type Cursor,
  type ListParameter,
  type ListRequest,
  type SortField,
  type Term,
  comparisons,
  listParameterMissing,
  wrongListParameter,
} from '../../../datasets/index.ts'
import { isId } from '../../../kernel/index.ts'

const limitDefault = 20
const limitMax = 100
export const limitWanted = `It must be a whole number from 1 to ${limitMax}.`
const fieldsMax = 100
const termsMax = 20
const sortFieldsMax = 10
const valuesMax = 100
const searchLettersMax = 400

/** The parameters of a list, each checked by itself; the dataset is not known here. */
export function readListRequest(query: unknown): ListRequest {
  const read = (name: ListParameter) => readParameter(query, name)
  return {
    language: readLanguage(query),
    fields: readFields(readList('fields', read('fields'))),
    limit: readLimit(read('limit')),
    cursor: readCursor(read('starting_after'), read('ending_before')),
    query: readTerms(readOptionalList('query', read('query'))),
    sort: readSort(readOptionalList('sort', read('sort'))),
  }
}

export function readLanguage(query: unknown): string {
  const language = readParameter(query, 'language')
  if (language === null || language === '') throw listParameterMissing('language')
  return language
}

export type DataParameter = ListParameter | 'product_version_id' | 'key'

/** The parameter as text, or null where it was not sent. */
export function readParameter(query: unknown, name: DataParameter): string | null {
  const value: unknown = Object.hasOwn(Object(query), name)
    ? Reflect.get(Object(query), name)
    : undefined
  if (value === undefined) return null
  if (typeof value === 'string') return value
  throw wrongListParameter(name, 'It was sent more than once.')
}

function readLimit(text: string | null): number {
  if (text === null) return limitDefault
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= limitMax) return limit
  throw wrongListParameter('limit', limitWanted)
}

function readList(name: ListParameter, text: string | null): unknown[] {
  if (text === null || text === '') throw listParameterMissing(name)
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
  } catch {
    throw wrongListParameter(name, 'It must be JSON.')
  }
  throw wrongListParameter(name, 'It must be a JSON array.')
}

function readOptionalList(name: ListParameter, text: string | null): unknown[] {
  return text === null ? [] : readList(name, text)
}

function readFields(list: readonly unknown[]): string[] {
  const fields = list.filter((field) => typeof field === 'string')
  if (fields.length !== list.length || fields.length === 0) {
    throw wrongListParameter('fields', 'It must be a JSON array of at least one field name.')
  }
  if (fields.length > fieldsMax)
    throw wrongListParameter('fields', `It may have at most ${fieldsMax} fields.`)
  return [...new Set(fields)]
}

function readCursor(after: string | null, before: string | null): Cursor | null {
  if (after !== null && before !== null) {
    throw wrongListParameter('ending_before', 'It cannot be combined with starting_after.')
  }
  const id = after ?? before
  if (id === null) return null
  const name = after === null ? 'ending_before' : 'starting_after'
  if (!isId('dai', id)) {
    throw wrongListParameter(name, 'It must be the id of an item of this dataset.')
  }
  return { id, side: after === null ? 'before' : 'after' }
}

function readTerms(list: readonly unknown[]): Term[] {
  if (list.length > termsMax)
    throw wrongListParameter('query', `It may have at most ${termsMax} terms.`)
  return list.map(readTerm)
}

function readTerm(part: unknown): Term {
  const field = memberOf(part, 'field')
  const search = memberOf(part, 'search')
  const operator = memberOf(part, 'operator') ?? null
  if (typeof field !== 'string') {
    throw wrongListParameter('query', 'Each term needs a field name as field.')
  }
  if (operator === 'IN') return { kind: 'in', field, search: readValues(search) }
  if (operator !== null && !isComparison(operator)) {
    throw wrongListParameter('query', `The operators are ${comparisons.join(' ')} and IN.`)
  }
  if (typeof search !== 'string' || search.length > searchLettersMax) {
    throw wrongListParameter(
      'query',
      `search must be a text of up to ${searchLettersMax} characters.`,
    )
  }
  return operator === null
    ? { kind: 'match', field, search }
    : { kind: 'compare', field, operator, search }
}

function readValues(search: unknown): string[] {
  const isList = Array.isArray(search) && search.length <= valuesMax
  if (!isList || !search.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) {
    throw wrongListParameter(
      'query',
      `With IN, search must be an array of up to ${valuesMax} values.`,
    )
  }
  return search.map(String)
}

function isComparison(value: unknown): value is Comparison {
  return comparisons.some((one) => one === value)
}

function readSort(list: readonly unknown[]): SortField[] {
  if (list.length > sortFieldsMax) {
    throw wrongListParameter('sort', `It may have at most ${sortFieldsMax} fields.`)
  }
  const sort = list.map((part): SortField => {
    const field = memberOf(part, 'field')
    const dir = memberOf(part, 'dir')
    if (typeof field !== 'string' || (dir !== 'asc' && dir !== 'desc')) {
      throw wrongListParameter(
        'sort',
        'Each entry needs a field name as field, and asc or desc as dir.',
      )
    }
    return { field, dir }
  })
  if (new Set(sort.map(({ field }) => field)).size < sort.length) {
    throw wrongListParameter('sort', 'It names a field twice.')
  }
  return sort
}

function memberOf(part: unknown, name: string): unknown {
  const object: object = Object(part) as object // Whatever it is, it can now be asked for members.
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined
}
