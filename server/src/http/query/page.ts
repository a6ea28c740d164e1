import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Type } from '../wire/type.ts'
import { parseDay, startOfDay } from '../../kernel/index.ts'
import type { Page, PageRows } from '../../database/index.ts'
import { named } from '../wire/schema.ts'
import { wrongParameter } from './reasons.ts'

const limitDefault = 20
const limitMax = 100
const newestOrOldest = '`newest` or `oldest`'
const leftOut = 'left out when starting_after is sent'
const aDate = 'a date such as 2027-01-31'

/** The parameters of every list; query parameters are text, so numbers are read below. */
export const pageParameters = {
  limit: Type.Optional(
    Type.String({ description: `Rows per page, 1 to ${limitMax}; ${limitDefault} by default.` }),
  ),
  starting_after: Type.Optional(
    Type.String({
      description: 'The id after which the page begins, in the order of the list.',
    }),
  ),
  ending_before: Type.Optional(
    Type.String({ description: 'The id before which the page ends, in the order of the list.' }),
  ),
  order: Type.Optional(
    Type.String({
      description: 'Which rows come first: `newest`, as without it, or `oldest`.',
    }),
  ),
}
export const createdParameters = {
  created_from: Type.Optional(
    Type.String({ description: 'Created on this day or later, in UTC, for example 2027-01-31.' }),
  ),
  created_until: Type.Optional(
    Type.String({ description: 'Created on this day or earlier, in UTC.' }),
  ),
}

/** The answer of a list that has pages. */
export const pageOf = <Row extends TSchema>(row: Row, description: string, example: unknown) => ({
  description,
  headers: {
    Link: {
      description: 'The addresses of the next and the previous page, if there are any.',
      type: 'string',
    },
  },
  content: { 'application/json': { schema: Type.Array(named(row)), example } },
})

/** What every list refuses that has pages. */
export const pageErrors = [
  wrongParameter.listed({
    label: 'limit',
    when: '`limit` is out of range, or `order` is neither `newest` nor `oldest`.',
    example: ['limit', `a whole number from 1 to ${limitMax}`],
  }),
  wrongParameter.listed({
    label: 'both_directions',
    when: '`starting_after` and `ending_before` were both sent.',
    example: ['ending_before', leftOut],
  }),
]

export const dateErrors = [
  wrongParameter.listed({
    label: 'not_a_date',
    when: 'A day is not a valid date.',
    example: ['created_from', aDate],
  }),
]

interface PageQuery {
  readonly limit?: string
  readonly starting_after?: string
  readonly ending_before?: string
  readonly order?: string
}

export function readPage(query: PageQuery): Page {
  const limit = query.limit === undefined ? limitDefault : Number(query.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax)
    throw wrongParameter('limit', `a whole number from 1 to ${limitMax}`)
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw wrongParameter('ending_before', leftOut)
  }
  const { order = 'newest' } = query
  if (order !== 'newest' && order !== 'oldest') throw wrongParameter('order', newestOrOldest)
  return {
    limit,
    startingAfter: query.starting_after ?? null,
    endingBefore: query.ending_before ?? null,
    isOldestFirst: order === 'oldest',
  }
}

/** Whole days of UTC, both included. */
export function readCreated(query: {
  readonly created_from?: string
  readonly created_until?: string
}) {
  const read = (name: 'created_from' | 'created_until') => {
    const text = query[name]
    if (text === undefined) return null
    const day = parseDay(text)
    if (day === null) throw wrongParameter(name, aDate)
    return day
  }
  const [from, until] = [read('created_from'), read('created_until')]
  return {
    createdFrom: from === null ? null : startOfDay(from, 'UTC'),
    createdUntil: until === null ? null : startOfDay(until.add({ days: 1 }), 'UTC'),
  }
}

/** Links to the next and the previous page in the order of the list, as far as there are any. */
export function addPageLinks<Row extends { readonly id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { rows, hasMore }: PageRows<Row>,
  publicUrl: string,
): void {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return
  const isBackwards = page.endingBefore !== null
  const links: string[] = []
  if (hasMore || isBackwards) links.push(link('next', 'starting_after', last.id))
  if (page.startingAfter !== null || (isBackwards && hasMore))
    links.push(link('prev', 'ending_before', first.id))
  if (links.length > 0) reply.header('link', links.join(', '))

  function link(rel: string, parameter: string, id: string): string {
    const url = new URL(request.url, publicUrl)
    url.searchParams.delete('starting_after')
    url.searchParams.delete('ending_before')
    url.searchParams.set(parameter, id)
    return `<${publicUrl}${url.pathname}${url.search}>; rel="${rel}"`
  }
}
