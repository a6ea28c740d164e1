import type { JsonObject } from '../../../src/kernel/index.ts'
import { sql } from '../../../src/database/index.ts'
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
  const view = (body: JsonObject) => () =>
    manager.post('/manage/views', { list: 'policies', name: 'x', query: '', ...body })
  const unknownView = '/manage/views/svw_01b0acc58e20d8b1c7f4a96e0325'
  const own = async (query: string) => (await view({ query })()).json<{ id: string }>().id
  const shared = async () => {
    const { id } = (await view({ shared: true })()).json<{ id: string }>()
    await stage.platform.db.query(sql`update saved_views set owner_id = 'usr_1' where id = ${id}`)
    return `/manage/views/${id}`
  }
  const figures = (query: string) => () => manager.get(`/manage/figures?${query}`)
  const requests = (query: string) => () => manager.get(`/manage/requests?${query}`)
  const days = 'from=2027-01-01&to=2027-12-31'
  return {
    showFigures: {
      missing_day: figures('to=2027-12-31'),
      not_a_date: figures('from=soon&to=2027-12-31'),
      backwards: figures('from=2027-12-31&to=2027-01-01'),
      invalid_member: figures(`${days}&product_id=${'x'.repeat(301)}`),
      unknown_grouping: figures(`${days}&by=colour`),
    },
    listRequests: {
      invalid_member: requests(`route=${'x'.repeat(301)}`),
      limit: requests('limit=0'),
      unknown_place: requests('starting_after=first'),
      not_true: requests('errors=maybe'),
    },
    showRequestErrors: {
      invalid_member: () => manager.get(`/manage/requests/errors?since=${'x'.repeat(301)}`),
      not_a_date: () => manager.get('/manage/requests/errors?since=soon'),
    },
    listViews: {
      invalid_member: () => manager.get(`/manage/views?list=${'x'.repeat(301)}`),
      unknown_list: () => manager.get('/manage/views?list=lost'),
    },
    saveView: {
      invalid_member: view({ query: 'colour=red' }),
      unknown_value: view({ query: 'status=lost' }),
      too_many_views: async () => {
        await stage.platform.db.transaction((tx) =>
          tx.query(sql`
            insert into saved_views (id, account_id, livemode, list, name, query, owner_id,
              is_shared, is_capped, created_at)
            select 'svw_many' || n || accounts.id, accounts.id, false, 'events', 'x', '', 'x', true, false, now()
            from accounts, generate_series(1, 1000) n`),
        )
        const refused = await view({})()
        await stage.platform.db.query(sql`delete from saved_views where id like 'svw_many%'`)
        return refused
      },
      idempotency_key_reused: () => withOneKey(stage, 'saveView', {}, { name: 'Another' }),
    },
    changeView: {
      invalid_member: async () =>
        manager.patch(`/manage/views/${await own('')}`, { query: 'colour=red' }),
      unknown_value: async () =>
        manager.patch(`/manage/views/${await own('')}`, { query: 'status=lost' }),
      view: () => manager.patch(unknownView, { name: 'x' }),
      view_of_another: async () => manager.patch(await shared(), { name: 'x' }),
    },
    removeView: {
      view: () => manager.delete(unknownView),
      view_of_another: async () => manager.delete(await shared()),
      idempotency_key_reused: () =>
        withOneKey(stage, 'removeView', { viewId: 'svw_1' }, { viewId: 'svw_2' }),
    },
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
