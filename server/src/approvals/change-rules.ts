import type { AccountId, Clock, JsonObject } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import {
  type Caller,
  actKinds,
  grantsIn,
  grantsOfRoles,
  lockAccount,
  selectManagerOf,
  selectOwnRoles,
} from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { selectActiveRoles } from '../people/index.ts'
import type { ApprovalRule } from './approval-rule.ts'
import { replaceApprovalRules, selectApprovalRules } from './approval-rule-store.ts'
import { passSecondPerson } from './pass-second-person.ts'
import { actWithoutAmount, ruleTwice, tooFewApprovers } from './reasons.ts'

/** Replaces the rules of the caller's account. They hold for the next request. */
export async function changeApprovalRules(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  rules: readonly ApprovalRule[],
  replay: ReplayWriter<readonly ApprovalRule[]> | null,
): Promise<readonly ApprovalRule[]> {
  const now = deps.clock()
  const { id } = caller.account
  assertSound(rules)
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, id)
    if (rules.length > 0 && (await countApprovers(tx, id)) < 2) throw tooFewApprovers()
    const before = await selectApprovalRules(tx, id)
    // Before they are replaced: the rules that were decide whether this needs a second person.
    const act = { kind: 'approval_rules', subjectId: id, money: null, sale: null } as const
    await passSecondPerson(tx, caller, act, now)
    await replaceApprovalRules(tx, id, rules)
    const after = await selectApprovalRules(tx, id)
    const states = { before: describe(before), after: describe(after) }
    if (JSON.stringify(states.before) !== JSON.stringify(states.after)) {
      const change = { action: 'approval_rules.changed', subjectId: id } as const
      const accountId = await selectManagerOf(tx, id)
      await recordAudit(tx, caller, { ...change, accountId, ...states }, now)
    }
    await completeReservation(tx, replay, after)
    return after
  })
}

function assertSound(rules: readonly ApprovalRule[]): void {
  for (const [index, { act, above }] of rules.entries()) {
    if (rules.findIndex((rule) => rule.act === act) !== index) throw ruleTwice(act)
    if (above !== null && !actKinds[act].hasAmount) throw actWithoutAmount(act)
  }
}

/** The people who may decide about live requests. */
async function countApprovers(tx: Queryable, accountId: AccountId): Promise<number> {
  const own = await selectOwnRoles(tx, accountId)
  const members = await selectActiveRoles(tx, accountId)
  return members.filter((roles) =>
    grantsIn(grantsOfRoles(roles, own), true).has('approvals.decide'),
  ).length
}

function describe(rules: readonly ApprovalRule[]): JsonObject {
  return { rules: rules.map(({ act, above }) => ({ act, above: above && { ...above } })) }
}
