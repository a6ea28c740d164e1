import type { AccountId, CustomerId, PolicyId, TaskId, UserId } from '../kernel/index.ts'

export const taskStates = ['open', 'done'] as const
export type TaskState = (typeof taskStates)[number]

/** What somebody wants done. */
export interface Task {
  readonly id: TaskId
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly title: string
  readonly note: string | null
  readonly assigneeId: UserId | null
  readonly dueDay: Temporal.PlainDate | null
  readonly policyId: PolicyId | null
  readonly customerId: CustomerId | null
  /** Of the policy, for limited permissions. */
  readonly productId: string | null
  readonly distributorId: string | null
  readonly state: TaskState
  /** The key or the person. */
  readonly createdBy: string
  readonly createdAt: Temporal.Instant
  readonly doneBy: string | null
  readonly doneAt: Temporal.Instant | null
}

/** What may be changed. */
export type TaskChange = Partial<Pick<Task, 'title' | 'note' | 'assigneeId' | 'dueDay' | 'state'>>
