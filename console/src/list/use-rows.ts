import type { CallArguments, ListId, Page, RowOf } from '@bindery/sdk'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../api/client.ts'
import { useStore } from '../store.ts'
import { keptList, placeOf, rowsKnown, withPage } from './chain.ts'

/** What a list asks for, in the plain form that all operations share. */
export interface ListRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | undefined>>
}

const keptMs = 60_000
/** Grey rows where more will be. */
const expectedRows = 12

/** The rows of a list between two places, page by page as they come into view. */
export function useRows<Id extends ListId>(
  id: Id,
  request: ListRequest,
  range: { readonly first: number; readonly last: number },
) {
  const key = JSON.stringify([id, request])
  const list = keptList(key)
  const chain = useStore(list.chain)
  const cache = useQueryClient()
  // Of an empty list, its first page: it is read again after an act.
  const end = chain.queries.length - 1
  const first = Math.min(placeOf(chain, range.first).page, end)
  const last = Math.min(placeOf(chain, range.last).page, end)
  const places = Array.from({ length: Math.max(1, last - first + 1) }, (_, place) => first + place)
  const inView = places.filter((place) => place < chain.queries.length)
  const pages = useQueries({
    queries: inView.map((place) => {
      const query = chain.queries[place] ?? request.query
      return {
        queryKey: [id, { ...request, query }, 'page'],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          client.list(id, ...asArguments<Id>({ ...request, query, signal })).page(),
        gcTime: keptMs,
      }
    }),
  })
  useEffect(() => {
    for (const [at, place] of inView.entries()) {
      const page = pages[at]?.data
      if (page !== undefined) list.chain.set(withPage(list.chain.get(), place, page))
    }
  })
  const found = new Map(inView.map((place, at) => [place, pages[at]?.data] as const))
  return {
    /** Undefined while its page is on its way. */
    rowAt(index: number): RowOf<Id> | undefined {
      const { page, place } = placeOf(chain, index)
      const data: Page<RowOf<Id>> | undefined = found.get(page)
      return data?.rows[place]
    },
    count: rowsKnown(chain) + (chain.isComplete ? 0 : expectedRows),
    isComplete: chain.isComplete,
    isEmpty: chain.isComplete && rowsKnown(chain) === 0,
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    again: () => void cache.refetchQueries({ queryKey: [id] }),
    kept: list,
  }
}

/** The parts of a request are typed by its operation, which is generic here. */
export function asArguments<Id extends ListId>(request: object): CallArguments<Id> {
  return [request] as unknown as CallArguments<Id>
}
