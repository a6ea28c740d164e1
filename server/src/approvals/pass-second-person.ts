import type { When } from '../kernel/index.ts'
import { realOf } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
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
