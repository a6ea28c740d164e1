import { useQuery } from '@tanstack/react-query'
import { callOptions } from '../../api/use-call.ts'

/** The number of a policy that a result names by its id. */
export function PolicyNumber({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...callOptions('searchPolicies', { query: { id } }),
    staleTime: Infinity,
  })
  return data?.[0]?.insurer_policy_id ?? `…${id.slice(-6)}`
}
