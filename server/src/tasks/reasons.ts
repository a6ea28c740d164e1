import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const taskNotFound = notFound('Task', {
  code: 'task_not_found',
  when: 'You have no such task in this mode.',
  example: exampleIds.task,
})
export const noteNotFound = notFound('Note', {
  code: 'note_not_found',
  when: 'There is no such note in this mode, or it was removed.',
  example: exampleIds.note,
})
export const assigneeUnknown = reason({
  kind: 'validation_failed',
  code: 'assignee_unknown',
  when: 'The assignee is no active person of the account.',
  message: (id: string) =>
    `${id} is no active person of your account. List people with GET /manage/users.`,
  errors: (_id) => [{ code: 'invalid_value', field: 'assignee_id' }],
  example: [exampleIds.user],
})
