import { type UserId, isId, mintId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Queryable } from '../database/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { selectMember } from '../people/index.ts'
import { assigneeUnknown } from './reasons.ts'
import { type NamedSubject, type SubjectDeps, findSubject } from './subject.ts'
import type { Task } from './task.ts'
import { insertTask } from './task-store.ts'

export interface WantedTask extends NamedSubject, Pick<Task, 'title' | 'note' | 'dueDay'> {
  readonly assigneeId: string | null
}

export async function createTask(
  deps: SubjectDeps,
  caller: Caller,
  wanted: WantedTask,
  replay: ReplayWriter<Task> | null,
): Promise<Task> {
  const { policyId, customerId, productId, distributorId } = await findSubject(deps, caller, wanted)
  const assigneeId = await findAssignee(deps.db, caller, wanted.assigneeId)
  const now = deps.clock()
  const { title, note, dueDay } = wanted
  const task: Task = {
    id: mintId('tsk', now),
    accountId: caller.account.id,
    livemode: caller.livemode,
    title,
    note,
    assigneeId,
    dueDay,
    policyId,
    customerId,
    productId,
    distributorId,
    state: 'open',
    createdBy: caller.actor.id,
    createdAt: now,
    doneBy: null,
    doneAt: null,
  }
  return deps.db.transaction(async (tx) => {
    await insertTask(tx, task)
    const { id: subjectId, livemode } = task
    const change = { action: 'task.created', livemode, subjectId } as const
    await recordAudit(tx, caller, { ...change, before: null, after: auditOf(task) }, now)
    await completeReservation(tx, replay, task)
    return task
  })
}

/** Without what people wrote, which may name customers. */
export function auditOf({ state, assigneeId, dueDay, policyId, customerId }: Task) {
  return {
    status: state,
    assignee_id: assigneeId,
    due_date: dueDay?.toString() ?? null,
    policy_id: policyId,
    customer_id: customerId,
  }
}

/** An active person of the account. */
export async function findAssignee(
  db: Queryable,
  { account }: Caller,
  id: string | null,
): Promise<UserId | null> {
  if (id === null) return null
  const member = isId('usr', id) ? await selectMember(db, account.id, id) : undefined
  if (member === undefined || member.deactivatedAt !== null) throw assigneeUnknown(id)
  return member.id
}
