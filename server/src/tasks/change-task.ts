import { isId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
import { auditOf, findAssignee } from './create-task.ts'
import { taskNotFound } from './reasons.ts'
import { type SubjectDeps, type SubjectReader, seeingPolicies, seenCustomer } from './subject.ts'
import type { Task, TaskChange } from './task.ts'
import { lockTask, updateTask } from './task-store.ts'

export type WantedTaskChange = Omit<TaskChange, 'assigneeId'> & {
  readonly assigneeId?: string | null
}

/** Omitted members stay. A task that is done can be opened again. */
export async function changeTask(
  deps: SubjectDeps,
  caller: Caller,
  id: string,
  { assigneeId, ...wanted }: WantedTaskChange,
  replay: ReplayWriter<Task> | null,
): Promise<Task> {
  const { db, clock } = deps
  return db.transaction(async (tx) => {
    const before = isId('tsk', id) ? await lockTask(tx, id) : undefined
    if (before === undefined || !(await isSeen({ db: tx, clock }, caller, before)))
      throw taskNotFound(id)
    const assignee =
      assigneeId === undefined ? {} : { assigneeId: await findAssignee(tx, caller, assigneeId) }
    const now = clock()
    const after = ended({ ...before, ...wanted, ...assignee }, before, caller, now)
    await updateTask(tx, after)
    const { livemode } = after
    const change = { action: 'task.changed', livemode, subjectId: after.id } as const
    const states = { before: auditOf(before), after: auditOf(after) }
    await recordAudit(tx, caller, { ...change, ...states }, now)
    await completeReservation(tx, replay, after)
    return after
  })
}

function ended(after: Task, before: Task, caller: Caller, now: Temporal.Instant): Task {
  if (after.state === before.state) return after
  return after.state === 'done'
    ? { ...after, doneBy: caller.actor.id, doneAt: now }
    : { ...after, doneBy: null, doneAt: null }
}

async function isSeen(deps: SubjectReader, caller: Caller, task: Task): Promise<boolean> {
  const { accountId, livemode, productId, distributorId, customerId } = task
  if (accountId !== caller.account.id || livemode !== caller.livemode) return false
  const { limits } = seeingPolicies(caller)
  if (productId !== null) return isWithin(limits, { productId, distributorId })
  const isOwn = task.createdBy === caller.actor.id || task.assigneeId === caller.actor.id
  if (customerId === null || limits === null || isOwn) return true
  return (await seenCustomer(deps, caller, customerId)) !== null
}
