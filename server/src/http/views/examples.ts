import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const saveViewExample = {
  list: 'policies',
  name: 'Cyber, cancelled',
  query: 'product_id=cyber&status=cancelled',
  columns: ['number', 'last_name', 'end_date'],
  shared: true,
}

export const viewExample = {
  id: ids.savedView,
  livemode: false,
  ...saveViewExample,
  owner_id: ids.key,
  count: 12,
  count_is_capped: false,
  counted_at: moment,
  created_at: moment,
  allowed: allAllowed('change', 'remove'),
}

const uncounted = { count: null, counted_at: null }
export const newViewExample = { ...viewExample, ...uncounted }
export const changeViewExample = { name: 'Cyber, gone' }
export const changedViewExample = { ...viewExample, ...uncounted, ...changeViewExample }
