import type { Clock } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Database, announceChange } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { selectRules, upsertRules } from './sign-in-rules-store.ts'

/** How people have to sign in to act for an account. */
export interface SignInRules {
  readonly requiresSecondFactor: boolean
}

/** They hold for the next request of everybody, on every process. */
export async function changeSignInRules(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  rules: SignInRules,
): Promise<SignInRules> {
  const { id } = caller.account
  return deps.db.transaction(async (tx) => {
    const before = await selectRules(tx, id)
    if (before.requiresSecondFactor === rules.requiresSecondFactor) return rules
    await upsertRules(tx, id, rules)
    await announceChange(tx, 'people')
    const view = ({ requiresSecondFactor }: SignInRules) => ({
      requires_second_factor: requiresSecondFactor,
    })
    const change = { before: view(before), after: view(rules) }
    const what = { action: 'sign_in_rules.changed', subjectId: id } as const
    await recordAudit(tx, caller, { ...what, ...change }, deps.clock())
    return rules
  })
}
