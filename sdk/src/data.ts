import type { Caller } from './caller.ts'
import type { CallOptions } from './operation.ts'

/** The default of the server; the contract requires it to be sent. */
const limitDefault = 20

export interface ItemsQuery {
  readonly language: string
  readonly fields: readonly string[]
  /** Items per page, 1 to 100. */
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
  /** All conditions must hold. */
  readonly query?: readonly ItemFilter[]
  readonly sort?: readonly { readonly field: string; readonly dir: 'asc' | 'desc' }[]
  /** As this version of a product has them, for a key that may sell it; without it, live. */
  readonly product_version_id?: string
}

/** The options for reading a single item. */
export interface ReadOptions extends CallOptions {
  /** As this version of a product has it, for a key that may sell it; without it, live. */
  readonly productVersionId?: string
}

/** Without an operator, `%` in the search matches anything. */
export type ItemFilter =
  | {
      readonly field: string
      readonly search: string
      readonly operator?: '>' | '>=' | '<' | '<='
    }
  | {
      readonly field: string
      readonly search: readonly (string | number | boolean)[]
      readonly operator: 'IN'
    }

/** The Data API: reference data for forms. */
export function dataOf({ call, list }: Caller) {
  return {
    datasets: {
      get: (datasetId: string, { productVersionId, ...options }: ReadOptions = {}) =>
        call('showDataset', {
          ...options,
          params: { datasetId },
          query: ofVersion(productVersionId),
        }),
      items: (datasetId: string, query: ItemsQuery, options?: CallOptions) =>
        list('listDatasetItems', { ...options, params: { datasetId }, query: asText(query) }),
      distinctValues: (datasetId: string, query: ItemsQuery, options?: CallOptions) =>
        list('listDistinctValues', { ...options, params: { datasetId }, query: asText(query) }),
    },
    items: {
      get: (itemId: string, language: string, { productVersionId, ...options }: ReadOptions = {}) =>
        call('showDatasetItem', {
          ...options,
          params: { itemId },
          query: { language, ...ofVersion(productVersionId) },
        }),
    },
  }
}

function ofVersion(productVersionId: string | undefined): { product_version_id?: string } {
  return productVersionId === undefined ? {} : { product_version_id: productVersionId }
}

/** Lists are sent as JSON in the query. */
function asText({ fields, query, sort, limit = limitDefault, ...rest }: ItemsQuery) {
  return {
    ...rest,
    limit,
    fields: JSON.stringify(fields),
    ...(query === undefined ? {} : { query: JSON.stringify(query) }),
    ...(sort === undefined ? {} : { sort: JSON.stringify(sort) }),
  }
}
