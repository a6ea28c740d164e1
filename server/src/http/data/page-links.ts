import type { Page } from '../../datasets/index.ts'
import type { Links } from '../links.ts'
import { readParameter } from './read-list-request.ts'

/** The parameters that every page of a list has in common. */
const shared = ['language', 'fields', 'limit', 'query', 'sort'] as const

/** The Link header (RFC 8288) with the next and the previous page, or null where there is neither. */
export function pageLinks(links: Links, path: string, query: unknown, page: Page): string | null {
  const first = page.entries[0]
  const last = page.entries.at(-1)
  const to = (name: 'starting_after' | 'ending_before', id: string, rel: string) => {
    const parameters = new URLSearchParams()
    for (const parameter of shared) {
      const value = readParameter(query, parameter)
      if (value !== null) parameters.set(parameter, value)
    }
    parameters.set(name, id)
    return `<${links.page(path, parameters).href}>; rel="${rel}"`
  }
  const found = [
    ...(page.hasNext && last !== undefined ? [to('starting_after', last.id, 'next')] : []),
    ...(page.hasPrevious && first !== undefined ? [to('ending_before', first.id, 'prev')] : []),
  ]
  return found.length === 0 ? null : found.join(', ')
}
