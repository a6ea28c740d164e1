import type { QueryValue } from './build-request.ts'
import type { Connection } from './connection.ts'
import type { OperationRow } from './generated.ts'
import type { CallOptions } from './operation.ts'
import { type Pages, pagesOf } from './pages.ts'
import { send } from './send.ts'

export interface DatasetRecord {
  readonly id: string
  readonly name: string
  readonly languages: readonly string[]
}

export interface ListedItem {
  readonly id: string
  /** The fields that were asked for. */
  readonly value: Readonly<Record<string, unknown>>
}

export interface DatasetItem {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface ItemsQuery {
  readonly language: string
  readonly fields: readonly string[]
  /** Items a page, 1 to 100. */
  readonly limit?: number
  readonly startingAfter?: string
  readonly endingBefore?: string
  readonly query?: readonly ItemFilter[]
  readonly sort?: readonly { readonly field: string; readonly dir: 'asc' | 'desc' }[]
}

/** Without an operator, `%` in the search stands for anything. */
export type ItemFilter =
  | {
      readonly field: string
      readonly search: string
      readonly operator?: '>' | '>=' | '<' | '<='
    }
  | { readonly field: string; readonly search: readonly string[]; readonly operator: 'IN' }

/** The Data API: reference data for forms. */
export function dataOf(connection: Connection) {
  const read = async (path: string, order: Omit<Parameters<typeof send>[2], 'body'>) =>
    (await send(connection, reading(path), order)).body
  const list =
    (path: string) =>
    (datasetId: string, query: ItemsQuery, options?: CallOptions): Pages<ListedItem> =>
      pagesOf((linked) =>
        send(connection, reading(path), {
          ...options,
          params: { datasetId },
          query: linked ?? wireQuery(query),
        }),
      )
  return {
    datasets: {
      get: async (datasetId: string, options?: CallOptions) =>
        // The contract fixes the shapes of this API's four answers.
        (await read('/datasets/{datasetId}', {
          ...options,
          params: { datasetId },
        })) as DatasetRecord,
      items: list('/datasets/{datasetId}/dataset_items'),
      distinctValues: list('/datasets/{datasetId}/items_distinct_values'),
    },
    items: {
      get: async (itemId: string, language: string, options?: CallOptions) =>
        (await read('/dataset_items/{itemId}', {
          ...options,
          params: { itemId },
          query: { language },
        })) as DatasetItem, // As above.
    },
  }
}

function reading(path: string): OperationRow {
  const row = { method: 'GET', keys: 'none', takesBody: false } as const
  return { ...row, path, takesIdempotencyKey: false, version: null }
}

/** Lists travel as JSON inside the query. */
function wireQuery(query: ItemsQuery): Readonly<Record<string, QueryValue>> {
  return {
    language: query.language,
    fields: JSON.stringify(query.fields),
    limit: query.limit ?? limitDefault,
    starting_after: query.startingAfter,
    ending_before: query.endingBefore,
    query: query.query === undefined ? undefined : JSON.stringify(query.query),
    sort: query.sort === undefined ? undefined : JSON.stringify(query.sort),
  }
}

/** What the server takes when nothing is said; the contract wants it said. */
const limitDefault = 20
