import {
  type Answer,
  BinderyError,
  type CallArguments,
  type CallRequest,
  type OperationId,
} from '@bindery/sdk'
import {
  type QueryKey,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { ShownCall } from '../code/shown-call.ts'
import { client } from './client.ts'
import { SecondPersonNeeded } from './second-person-needed.ts'

const freshMs = 5_000

export const queries = new QueryClient({
  defaultOptions: {
    // The connection waits and repeats by itself, see api/connection.ts.
    queries: { retry: false, networkMode: 'always', staleTime: freshMs },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What `useCall` and prefetching need of a read. */
export function callOptions<Id extends OperationId>(id: Id, ...given: CallArguments<Id>) {
  return queryOptions<Answer<Id>>({
    queryKey: keyOf(id, given[0]),
    queryFn: async ({ signal }) => client.call(id, ...withSignal<Id>(given, signal)),
  })
}

/** Reads one answer, and keeps it for whoever shows it next. */
export function useCall<Id extends OperationId>(id: Id, ...given: CallArguments<Id>) {
  return useQuery(callOptions(id, ...given))
}

/**
 * Sends a change. However often it is sent while nothing in it has changed, it takes effect once: the
 * idempotency key stays until the request is another one, or has been answered.
 */
export function useAct<Id extends OperationId>(
  id: Id,
  then?: (answer: Answer<Id>) => void | Promise<void>,
) {
  const cache = useQueryClient()
  const sent = useRef({ text: '', key: '' })
  return useMutation<Answer<Id>, Error, CallRequest<Id>>({
    mutationFn: async (request) => {
      const text = JSON.stringify(request)
      if (sent.current.text !== text) sent.current = { text, key: newKey() }
      const keyed = { idempotencyKey: sent.current.key, ...request }
      try {
        return await client.call(id, ...withSignal<Id>([keyed], undefined))
      } catch (error) {
        const isForTwo = error instanceof BinderyError && error.code === 'second_person_required'
        throw isForTwo ? new SecondPersonNeeded({ id, request }, error) : error
      }
    },
    async onSuccess(answer) {
      sent.current = { text: '', key: '' }
      await then?.(answer)
      await cache.invalidateQueries()
    },
  })
}

/** What every page reads, for its frame and for the names in it. */
const readByFrame: readonly unknown[] = [
  'palette',
  'showMe',
  'listProducts',
  'listAccounts',
  'listViews',
  'listColleagues',
]

/** The reads that the page shows now, for "as code": of a list, the first page. */
export function shownCalls(cache: QueryClient): readonly ShownCall[] {
  const calls = cache
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && !readByFrame.includes(query.queryKey[0]))
    .map(({ queryKey }) => ({ id: queryKey[0] as OperationId, request: queryKey[1] as object })) // See keyOf.
  return [...new Map(calls.toReversed().map((call) => [call.id, call])).values()].toReversed()
}

function keyOf(id: OperationId, request: object | undefined): QueryKey {
  return [id, request ?? {}]
}

/** All typed arguments have the same parts; a generic `Id` hides that from the compiler. */
function withSignal<Id extends OperationId>(
  [request]: readonly [request?: object],
  signal: AbortSignal | undefined,
): CallArguments<Id> {
  const all = signal === undefined ? request : { ...request, signal }
  return [all] as unknown as CallArguments<Id>
}

/** Not `randomUUID`, which browsers keep from pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
