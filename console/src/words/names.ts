import { type QueryKey, useQuery } from '@tanstack/react-query'
import { callOptions } from '../api/use-call.ts'
import { useMay } from '../session/me.ts'

/** Names seldom change. */
const freshMs = 5 * 60_000

/** Names of what rows name by its id. Who may not read the names sees the end of the id. */
export function useNames() {
  const products = useNamesBy(callOptions('listProducts'), useMay('products.read'))
  const distributors = useNamesBy(callOptions('listAccounts'), useMay('accounts.read'))
  return {
    product: (id: string) => products.get(id) ?? endOf(id),
    distributor: (id: string) => distributors.get(id) ?? endOf(id),
    products: [...products].map(([value, title]) => ({ value, title })),
    distributors: [...distributors].map(([value, title]) => ({ value, title })),
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

function useNamesBy(
  options: { readonly queryKey: QueryKey; readonly queryFn?: unknown },
  may: boolean,
): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({
    ...(options as { queryKey: QueryKey; queryFn: () => Promise<readonly Named[]> }), // Both are lists of these.
    enabled: may,
    staleTime: freshMs,
  })
  return new Map(data.map(({ id, name }) => [id, name]))
}

function endOf(id: string): string {
  return `…${id.slice(-6)}`
}
