import type { Page } from '../../../datasets/index.ts'
import type { Links } from '../../links.ts'
import { readParameter } from './read-list-request.ts'

/** The parameters that every page of a list has in common. */
const shared = [
  'language',
  'fields',
  'limit',
  'query',
  'sort',
  'product_version_id',
  'key',
] as const

/**
 * The Link header (RFC 8288) with the next and the previous page, or null where there is neither.
 */
export function pageLinks(links: Links, path: string, query: unknown, page: Page): string | null {
  const { firstId, lastId } = page
  const parameters = new URLSearchParams()
  for (const parameter of shared) {
    const value = readParameter(query, parameter)
    if (value !== null) parameters.set(parameter, value)
  }
  const to = (name: 'starting_after' | 'ending_before', id: string, rel: string) => {
    const there = new URLSearchParams(parameters)
    there.set(name, id)
    return `<${links.page(path, there).href}>; rel="${rel}"`
  }
  const found = [
    ...(page.hasNext && lastId !== null ? [to('starting_after', lastId, 'next')] : []),
    ...(page.hasPrevious && firstId !== null ? [to('ending_before', firstId, 'prev')] : []),
  ]
  return found.length === 0 ? null : found.join(', ')
}
