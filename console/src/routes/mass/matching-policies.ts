import { client } from '../../api/client.ts'

/** As many as a run can be limited to one by one. */
export const policiesMax = 1_000

type Filters = Readonly<Record<string, string | undefined>>

/** Filters that a run has by itself: with these alone it takes any number of policies. */
const own = ['product_id', 'distributor_id', 'columns', 'view']

/** The filters of the list that a run does not know, so that the policies are named one by one. */
export function otherFilters(search: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !own.includes(entry[0]),
    ),
  )
}

/** The policies of a product that match; null where they are too many. */
export async function matchingPolicies(
  search: Filters,
  productId: string,
): Promise<readonly string[] | null> {
  const query = { ...otherFilters(search), product_id: productId, limit: '100' }
  const distributor = search['distributor_id']
  const pages = client.list('searchPolicies', {
    query: distributor === undefined ? query : { ...query, distributor_id: distributor },
  })
  const ids: string[] = []
  for await (const { rows } of pages.pages()) {
    ids.push(...rows.map(({ id }) => id))
    if (ids.length > policiesMax) return null
  }
  return ids
}
