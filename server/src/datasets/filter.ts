import { highestLetter, isOneRange } from './collation.ts'
import { type Layout, columnsOf } from './content.ts'
import { fold } from './fold.ts'
import { type Comparison, type ListRequest, type Term, parseSearchNumber } from './list-request.ts'
import { beginningOf, parseNumber } from './sort-key.ts'

/** Notes a value of the statement and returns its place in the text: `$3`. */
export type Parameter = (value: unknown) => string

/** The condition that an item meets exactly if it meets all terms of the request. */
export function filterOf(
  layout: Layout,
  request: Pick<ListRequest, 'query' | 'language' | 'sort'>,
  parameter: Parameter,
): string {
  const conditions = request.query.map((term) => {
    const { type, stem } = columnsOf(layout, term.field, request.language)
    const collation = layout.collations[request.language] ?? ''
    if (type === 'number') return numberCondition(term, `${stem}_n`, parameter)
    switch (term.kind) {
      case 'in':
        return `${stem}_s = any (${parameter(term.search.map(toSearched))}::text[])`
      case 'compare': {
        const number = type === 'text' ? parseNumber(term.search) : null
        if (number !== null) return compareNumbers(`${stem}_n`, term.operator, parameter(number))
        return compareTexts(stem, collation, term, parameter)
      }
      case 'match':
        return request.sort[0]?.field === term.field
          ? matchInOrder(stem, collation, term.search, parameter)
          : match(stem, term.search, parameter)
    }
  })
  return conditions.length === 0 ? 'true' : conditions.map((one) => `(${one})`).join(' and ')
}

export function isPattern(search: string): boolean {
  return search.includes('%')
}

/** What stands before the first `%`, as the database compares it. */
export function prefixOf(search: string): string {
  return toSearched(search.slice(0, search.indexOf('%')))
}

function toSearched(text: string): string {
  return beginningOf(fold(beginningOf(text)))
}

function match(stem: string, search: string, parameter: Parameter): string {
  if (!isPattern(search)) return `${stem}_s = ${parameter(toSearched(search))}`
  const prefix = prefixOf(search)
  const isPrefix = prefix !== '' && search.indexOf('%') === search.length - 1
  const end = isPrefix ? endOfPrefix(prefix) : null
  if (end === null) return `${stem}_s like ${parameter(likePattern(search))}`
  return `${stem}_s >= ${parameter(prefix)} and ${stem}_s < ${parameter(end)}`
}

/**
 * The first text after all that begin with the prefix: they are compared letter by letter, by code
 * point. Planning for two bounds takes a fraction of what it takes for a pattern.
 */
function endOfPrefix(prefix: string): string | null {
  const last = prefix.codePointAt(prefix.length - 1) ?? 0
  if (last >= 0xd7ff) return null // What follows may be no letter: so rare that a pattern will do.
  return prefix.slice(0, -1) + String.fromCodePoint(last + 1)
}

/** In LIKE also `_` and the backslash mean something; here they do not. */
function likePattern(search: string): string {
  return toSearched(search).replace(/[\\_]/g, String.raw`\$&`)
}

/**
 * A prefix search that is sorted by its own field, which is what a typed-in dropdown asks, walks
 * the index of the order. The planner must not count the search twice, hence the case.
 */
function matchInOrder(
  stem: string,
  collation: string,
  search: string,
  parameter: Parameter,
): string {
  const matches = match(stem, search, parameter)
  const prefix = isPattern(search) ? prefixOf(search) : ''
  if (!isOneRange(prefix, collation)) return matches
  const text = `${stem}_t collate "${collation}"`
  return (
    `${stem}_n = 'Infinity' and ${text} >= ${parameter(prefix)} ` +
    `and ${text} <= ${parameter(prefix + highestLetter)} ` +
    `and case when ${matches} then true else false end`
  )
}

function numberCondition(term: Term, column: string, parameter: Parameter): string {
  switch (term.kind) {
    case 'in': {
      const numbers = term.search.map(parseSearchNumber).filter((one) => one !== null)
      return `${column} = any (${parameter(numbers)}::double precision[])`
    }
    case 'compare': {
      const number = parseSearchNumber(term.search)
      return number === null ? 'false' : compareNumbers(column, term.operator, parameter(number))
    }
    case 'match': {
      if (isPattern(term.search))
        return `${column} < 'Infinity' and ${column}::text like ${parameter(likePattern(term.search))}`
      const number = parseSearchNumber(term.search)
      return number === null ? 'false' : `${column} = ${parameter(number)}::double precision`
    }
  }
}

/** Texts come after all numbers, and what is empty is never found. */
function compareNumbers(column: string, operator: Comparison, number: string): string {
  const compared = `${column} ${operator} ${number}::double precision`
  return operator.startsWith('>') ? `${compared} and ${column} <= 'Infinity'` : compared
}

/** Numbers come before all texts. */
function compareTexts(
  stem: string,
  collation: string,
  { operator, search }: { readonly operator: Comparison; readonly search: string },
  parameter: Parameter,
): string {
  const value = parameter(beginningOf(search))
  if (operator.startsWith('>'))
    return `${stem}_n = 'Infinity' and ${stem}_t collate "${collation}" ${operator} ${value}`
  return `(${stem}_n, ${stem}_t collate "${collation}") ${operator} ('Infinity', ${value})`
}
