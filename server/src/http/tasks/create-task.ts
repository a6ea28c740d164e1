import { customerNotFound } from '../../parties/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { assigneeUnknown, createTask } from '../../tasks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { taskExample } from './examples.ts'
import {
  assertOneSubject,
  createTaskBody,
  notADay,
  readDueDay,
  taskSchema,
  viewerOfTasks,
} from './task.ts'

export function addCreateTask(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/tasks',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember(
            '`title` is missing, `due_date` is no date, or a policy and a customer were both sent.',
            notADay,
          ),
          assigneeUnknown,
          policyNotFound,
          customerNotFound,
        ],
      },
      schema: {
        operationId: 'createTask',
        summary: 'Create a task',
        description:
          'Writes down what is to be done, about an offer or policy, about a customer, or about ' +
          'neither. Callers who may not see personal data read title and note masked.',
        tags: ['Management'],
        body: named(createTaskBody),
        response: { 201: exampled(named(taskSchema), 'The task.', taskExample) },
      },
    },
    async (request, reply) => {
      const { title, note, assignee_id, due_date, policy_id, customer_id } = request.body
      const subject = { policyId: policy_id ?? null, customerId: customer_id ?? null }
      assertOneSubject(subject.policyId, subject.customerId)
      const view = viewerOfTasks(request)
      const wanted = {
        ...subject,
        title,
        note: note ?? null,
        assigneeId: assignee_id ?? null,
        dueDay: readDueDay(due_date ?? null),
      }
      const replay = replayOf(reply, view, 201)
      const made = await createTask(deps, callerOf(request), wanted, replay)
      return reply.code(201).send(view(made))
    },
  )
}
