import type { JsonObject } from '../../../src/kernel/index.ts'
import { managerOn } from '../../builders/manager.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownTask = '/manage/tasks/tsk_01b0acc58e20a7c4d90b3f1e5826'
const unknownNote = '/manage/notes/note_01b0acc58e20c1f7a83d6e0b9254'
const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownCustomer = 'tcu_01b0acc58e20768804a4d7f2998c'
const assignee_id = 'usr_01b0acc58e20f3a86c1d7b90e452'

/** Of tasks and notes. */
export function taskRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  const create = (body: JsonObject) => () => manager.post('/manage/tasks', { title: 'x', ...body })
  const list = (query: string) => () => manager.get(`/manage/tasks?${query}`)
  const notes = (query: string) => () => manager.get(`/manage/notes?${query}`)
  const write = (body: JsonObject) => () => manager.post('/manage/notes', { body: 'x', ...body })
  return {
    createTask: {
      invalid_member: create({ due_date: 'soon' }),
      assignee_unknown: create({ assignee_id }),
      policy: create({ policy_id: unknownPolicy }),
      customer: create({ customer_id: unknownCustomer }),
      idempotency_key_reused: () => withOneKey(stage, 'createTask', {}, { title: 'Another' }),
    },
    changeTask: {
      invalid_member: () => manager.patch(unknownTask, { due_date: 'soon' }),
      assignee_unknown: async () => {
        const { id } = (await create({})()).json<{ id: string }>()
        return manager.patch(`/manage/tasks/${id}`, { assignee_id })
      },
      task: () => manager.patch(unknownTask, { status: 'done' }),
    },
    listTasks: {
      limit: list('limit=0'),
      both_directions: list('starting_after=a&ending_before=b'),
      invalid_member: list(`assignee_id=${'x'.repeat(301)}`),
      unknown_status: list('status=lost'),
      not_a_date: list('due_until=soon'),
    },
    writeNote: {
      invalid_member: write({}),
      policy: write({ policy_id: unknownPolicy }),
      customer: write({ customer_id: unknownCustomer }),
      idempotency_key_reused: () => withOneKey(stage, 'writeNote', {}, { body: 'Another.' }),
    },
    removeNote: {
      note: () => manager.delete(unknownNote),
      idempotency_key_reused: () =>
        withOneKey(stage, 'removeNote', { noteId: 'note_1' }, { noteId: 'note_2' }),
    },
    listNotes: {
      limit: notes('limit=0'),
      both_directions: notes('starting_after=a&ending_before=b'),
      invalid_member: notes(`policy_id=${'x'.repeat(301)}`),
      one_subject: notes(''),
      policy: notes(`policy_id=${unknownPolicy}`),
      customer: notes(`customer_id=${unknownCustomer}`),
    },
  }
}
