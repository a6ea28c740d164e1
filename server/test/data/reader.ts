import type { Response } from 'light-my-request'
import type { TestPlatform } from '../support/platform.ts'

/** What a front end sends of a list; JSON parameters as values. */
export interface ListChanges {
  readonly language?: string
  readonly fields?: unknown
  readonly limit?: unknown
  readonly starting_after?: string
  readonly ending_before?: string
  readonly query?: unknown
  readonly sort?: unknown
  readonly product_version_id?: string
  readonly key?: string
}

export interface Entry {
  readonly id: string
  readonly value: Readonly<Record<string, string | number | boolean | null>>
}

/** Speaks to the Data API as a front end would. */
export function readerOn(platform: TestPlatform, headers: Record<string, string> = {}) {
  const get = (url: string): Promise<Response> => platform.app.inject({ url, headers })
  const list = (path: string, changes: ListChanges) => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(changes)) {
      parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    return get(`${path}?${parameters}`)
  }
  return {
    get,
    items: (datasetId: string, changes: ListChanges) =>
      list(`/datasets/${datasetId}/dataset_items`, changes),
    distinct: (datasetId: string, changes: ListChanges) =>
      list(`/datasets/${datasetId}/items_distinct_values`, changes),
  }
}

/** The path of the next or the previous page, or null. */
export function linkTo(rel: 'next' | 'prev', response: Response): string | null {
  const header = String(response.headers['link'] ?? '')
  const [, href] = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(header) ?? []
  return href === undefined ? null : href.replace('http://bindery.test', '')
}
