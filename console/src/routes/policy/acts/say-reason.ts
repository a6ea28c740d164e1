import type { Policy } from '@bindery/sdk'
import { mayBegin } from '../../../act/may-begin.ts'
import { useWords } from '../../../words/language.ts'
import { reasonWords } from './reason-words.ts'

interface Allowed {
  readonly allowed: boolean
  readonly code: string | null
  readonly reason: string | null
}

/** Why an act is refused, in the language of the page; null where it can be begun. */
export function useSayReason(
  policy?: Pick<Policy, 'id' | 'insurer_policy_id'>,
): (right: Allowed | undefined) => string | null {
  const words = useWords(reasonWords)
  return (right) => {
    if (right === undefined || mayBegin(right)) return null
    const { code, reason } = right
    const [permission = ''] = /[a-z_]+\.[a-z_]+/.exec(reason ?? '') ?? []
    if (code === 'permission_missing') return words.permission(permission)
    const known = code === null ? undefined : words.codes[code]
    return (
      known ??
      (policy === undefined ? reason : reason?.replaceAll(policy.id, policy.insurer_policy_id)) ??
      words.notNow
    )
  }
}
