import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { invalidData, parseDay, timestamp } from '../../kernel/index.ts'
import { type Task, taskStates } from '../../tasks/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { ids } from '../wire/example-ids.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import {
  flag,
  oneOf,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  word,
} from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { changeTaskExample, createTaskExample, taskExample } from './examples.ts'

export const taskParams = Type.Object({ taskId: pathId('The task.', ids.task) })

const title = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description })
const noteLengthMax = 4_000

export const createTaskBody = Type.Object(
  {
    title: title('What is to be done.'),
    note: Type.Optional(Type.String({ maxLength: noteLengthMax, description: 'More about it.' })),
    assignee_id: Type.Optional(word('The person who does it; nobody by default.')),
    due_date: Type.Optional(word('The day until which it is to be done.')),
    policy_id: Type.Optional(word('The offer or policy that it is about.')),
    customer_id: Type.Optional(word('The customer that it is about, instead of a policy.')),
  },
  { $id: 'CreateTask', examples: [createTaskExample] },
)

const orNothing = (schema: { readonly description?: string; readonly maxLength?: number }) =>
  Type.Optional(Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] }))

export const changeTaskBody = Type.Object(
  {
    title: Type.Optional(title('What is to be done.')),
    note: orNothing({ maxLength: noteLengthMax, description: 'More about it; null for nothing.' }),
    assignee_id: orNothing({ maxLength: 200, description: 'The person; null for nobody.' }),
    due_date: orNothing({ maxLength: 200, description: 'The day; null for none.' }),
    status: Type.Optional(oneOf(taskStates, 'A task that is done can be opened again.')),
  },
  { $id: 'ChangeTask', examples: [changeTaskExample] },
)

export const taskSchema = Type.Object(
  {
    id: text('The task.'),
    livemode: flag('True for live, false for test.'),
    status: oneOf(taskStates, 'Whether it is done.'),
    title: personal(text('What is to be done.')),
    note: personal(textOrNull('More about it.')),
    assignee_id: textOrNull('The person who does it; null for nobody yet.'),
    due_date: textOrNull('The day until which it is to be done.'),
    policy_id: textOrNull('The offer or policy that it is about.'),
    customer_id: textOrNull('The customer that it is about.'),
    created_by: text('The key or the person.'),
    created_at: timestampText('When it was created.'),
    done_by: textOrNull('The key or the person.'),
    done_at: timestampOrNull('When it was done.'),
    allowed: allowed('change'),
    masked: maskedMember,
  },
  { $id: 'Task', description: 'What somebody wants done.', examples: [taskExample] },
)

/** Views a task for whoever made the request. */
export function viewerOfTasks(request: FastifyRequest) {
  return (task: Task): Static<typeof taskSchema> => ({
    id: task.id,
    livemode: task.livemode,
    status: task.state,
    title: task.title,
    note: task.note,
    assignee_id: task.assigneeId,
    due_date: task.dueDay?.toString() ?? null,
    policy_id: task.policyId,
    customer_id: task.customerId,
    created_by: task.createdBy,
    created_at: timestamp(task.createdAt),
    done_by: task.doneBy,
    done_at: task.doneAt && timestamp(task.doneAt),
    allowed: viewAllowed(request, { change: ['changeTask', null] }),
  })
}

/** What is refused of the members of a task. */
export const notADay = { code: 'invalid_value', field: 'due_date', rules: ['iso_date'] } as const

export function readDueDay(text: string | null): Temporal.PlainDate | null {
  if (text === null) return null
  const day = parseDay(text)
  if (day === null) throw invalidData([notADay], null)
  return day
}

/** A task or a note is about one thing. */
export function assertOneSubject(policyId: string | null, customerId: string | null): void {
  if (policyId === null || customerId === null) return
  throw invalidData([{ code: 'invalid_value', field: 'customer_id' }], null)
}
