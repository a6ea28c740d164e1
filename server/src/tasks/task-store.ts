import type { AccountId, CustomerId, TaskId } from '../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  given,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { Task, TaskState } from './task.ts'

const columns = fragment`
  id, account_id as "accountId", livemode, title, note, assignee_id as "assigneeId",
  due_day as "dueDay", policy_id as "policyId", customer_id as "customerId",
  product_id as "productId", distributor_id as "distributorId", state, created_by as "createdBy",
  created_at as "createdAt", done_by as "doneBy", done_at as "doneAt"`

export async function insertTask(tx: Queryable, task: Task): Promise<void> {
  await tx.query(sql`
    insert into tasks (id, account_id, livemode, title, note, assignee_id, due_day, policy_id,
      customer_id, product_id, distributor_id, state, created_by, created_at)
    values (${task.id}, ${task.accountId}, ${task.livemode}, ${task.title}, ${task.note},
      ${task.assigneeId}, ${task.dueDay}, ${task.policyId}, ${task.customerId}, ${task.productId},
      ${task.distributorId}, ${task.state}, ${task.createdBy}, ${task.createdAt})`)
}

/** For whoever changes it: until the end of the transaction nobody else does. */
export async function lockTask(tx: Queryable, id: TaskId): Promise<Task | undefined> {
  const [row] = await tx.query<Task>(compose`
    select ${columns} from tasks where id = ${id} for no key update`)
  return row
}

export async function updateTask(tx: Queryable, task: Task): Promise<void> {
  await tx.query(sql`
    update tasks set title = ${task.title}, note = ${task.note}, assignee_id = ${task.assigneeId},
      due_day = ${task.dueDay}, state = ${task.state}, done_by = ${task.doneBy},
      done_at = ${task.doneAt}
    where id = ${task.id}`)
}

export interface TaskSearch {
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly seenBy: TaskReader
  /** Nobody is an empty text. */
  readonly assigneeId: string | null
  readonly state: TaskState | null
  readonly dueUntil: Temporal.PlainDate | null
  readonly policyId: string | null
  /** All ids of a person whom the reader may see. */
  readonly customerIds: readonly CustomerId[] | null
}

export interface TaskReader {
  readonly actorId: string
  /** Of the permission to see policies: a task about another sale is not seen. */
  readonly policyLimits: Caller['limits']
}

/** Newest first. */
export function searchTasks(
  db: Queryable,
  wanted: TaskSearch,
  page: Page,
): Promise<PageRows<Task>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from tasks`,
    where: [
      ...equal({
        account_id: wanted.accountId,
        livemode: wanted.livemode,
        policy_id: wanted.policyId,
      }),
      given(wanted.customerIds, (ids) => fragment`customer_id = any(${[...ids]}::text[])`),
      wanted.customerIds === null ? isSeen(wanted.seenBy) : null,
      given(wanted.state, (state) =>
        state === 'open' ? fragment`state = 'open'` : fragment`state = ${state}`,
      ),
      given(wanted.assigneeId, (id) =>
        id === '' ? fragment`assignee_id is null` : fragment`assignee_id = ${id}`,
      ),
      given(wanted.dueUntil, (day) => fragment`due_day <= ${day}`),
    ],
    isPlannedByValue: true,
  })
}

/**
 * Of a sale within the limits, or of none. Whose customer somebody is, a task does not know: with
 * limits, tasks about customers are seen by those who wrote or do them, and where the customer is named.
 */
function isSeen({ policyLimits, actorId }: TaskReader): Fragment | null {
  const within = withinLimits(policyLimits)
  if (within === null) return null
  return fragment`case when policy_id is not null then ${within}
    else customer_id is null or created_by = ${actorId} or assignee_id is not distinct from ${actorId} end`
}

/** Some open tasks of a person that are due, or of nobody. */
export function selectWaiting(
  db: Queryable,
  wanted: Pick<TaskSearch, 'accountId' | 'livemode' | 'seenBy'> & {
    readonly assigneeId: string | null
    readonly today: Temporal.PlainDate
  },
  limit: number,
): Promise<{ readonly at: Temporal.Instant }[]> {
  const { accountId, livemode, assigneeId, today, seenBy } = wanted
  const conditions = [
    fragment`account_id = ${accountId}`,
    fragment`livemode = ${livemode}`,
    fragment`state = 'open'`,
    assigneeId === null
      ? fragment`assignee_id is null`
      : fragment`assignee_id = ${assigneeId} and (due_day is null or due_day <= ${today})`,
    isSeen(seenBy) ?? fragment`true`,
  ]
  return db.query(compose`
    select created_at as at from tasks where ${conditions} limit ${limit}`)
}
