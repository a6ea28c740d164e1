import { assigneeUnknown, changeTask, taskNotFound } from '../../tasks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { doneTaskExample } from './examples.ts'
import {
  changeTaskBody,
  notADay,
  readDueDay,
  taskParams,
  taskSchema,
  viewerOfTasks,
} from './task.ts'

export function addChangeTask(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/tasks/:taskId',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('A member is invalid, or `due_date` is no date.', notADay),
          assigneeUnknown,
          taskNotFound,
        ],
      },
      schema: {
        operationId: 'changeTask',
        summary: 'Change or finish a task',
        description: 'Omitted members stay. `status` finishes the task, or opens it again.',
        tags: ['Management'],
        params: taskParams,
        body: named(changeTaskBody),
        response: { 200: exampled(named(taskSchema), 'The task.', doneTaskExample) },
      },
    },
    async (request, reply) => {
      const { title, note, assignee_id, due_date, status } = request.body
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(note === undefined ? {} : { note }),
        ...(assignee_id === undefined ? {} : { assigneeId: assignee_id }),
        ...(due_date === undefined ? {} : { dueDay: readDueDay(due_date) }),
        ...(status === undefined ? {} : ({ state: status === 'done' ? 'done' : 'open' } as const)),
      }
      const view = viewerOfTasks(request)
      const { taskId } = request.params
      return view(await changeTask(deps, callerOf(request), taskId, change, replayOf(reply, view)))
    },
  )
}
