import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const createTaskExample = {
  title: 'Call back about the new address',
  due_date: '2028-11-27',
  policy_id: ids.policy,
}

export const taskExample = {
  id: ids.task,
  livemode: false,
  status: 'open',
  title: createTaskExample.title,
  note: null,
  assignee_id: null,
  due_date: createTaskExample.due_date,
  policy_id: ids.policy,
  customer_id: null,
  created_by: ids.key,
  created_at: moment,
  done_by: null,
  done_at: null,
  allowed: allAllowed('change'),
}

export const changeTaskExample = { status: 'done' }
export const doneTaskExample = { ...taskExample, status: 'done', done_by: ids.key, done_at: moment }
