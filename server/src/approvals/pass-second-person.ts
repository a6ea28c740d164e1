import { type Refusal, type When, realOf } from '../kernel/index.ts'
import type { Queryable, Transaction } from '../database/index.ts'
import { type Act, type Caller } from '../identity/index.ts'
import { needsSecondPerson } from './approval-rule.ts'
import { selectApprovalRules } from './approval-rule-store.ts'
import { secondPersonRequired } from './reasons.ts'

/**
 * Called by acts that an account may require a second person for, at the end of their transaction:
 * by then the act has passed every other check, and a refusal undoes it.
 */
export async function passSecondPerson(
  tx: Transaction,
  caller: Caller,
  act: Act,
  when: When,
): Promise<void> {
  if (caller.secondPerson !== undefined) return caller.secondPerson(tx, act, realOf(when))
  const rules = await selectApprovalRules(tx, caller.account.id)
  if (needsSecondPerson(rules, act)) throw secondPersonRequired()
}

/** What an act is refused with to one person alone; null where one is enough. */
export async function readRefusalAlone(
  db: Queryable,
  { account }: Pick<Caller, 'account'>,
): Promise<(act: Pick<Act, 'kind' | 'money'>) => Refusal | null> {
  const rules = await selectApprovalRules(db, account.id)
  return (act) => (needsSecondPerson(rules, act) ? secondPersonRequired() : null)
}
