import type { RowOf } from '@bindery/sdk'
import { useNames } from '../../words/names.ts'
import { useWords } from '../../words/language.ts'
import { roleWords } from './role-words.ts'

type Role = RowOf<'listRoles'>

/** What a permission of a role is limited to; null where it covers everything. */
export function useSayLimits(): (grants: Role['grants'], permission: string) => string | null {
  const words = useWords(roleWords)
  const names = useNames()
  return (grants, permission) => {
    const limits = grants
      .filter((grant) => grant.permission === permission)
      .map(({ product_ids: products, distributor_ids: distributors, test_only: isTest }) =>
        [
          ...(products ?? []).map(names.product),
          ...(distributors ?? []).map(names.distributor),
          ...(isTest ? [words.testOnly] : []),
        ].join(', '),
      )
    if (limits.length === 0 || limits.includes('')) return null
    return words.limited(limits.join('; '))
  }
}
