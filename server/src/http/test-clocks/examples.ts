import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const clockExample = {
  id: ids.clock,
  status: 'ready',
  at: '2028-12-31T11:00:00+00:00',
  target: null,
  failure: null,
  published: [] as string[],
  created_at: moment,
}

export const shownClockExample = { ...clockExample, allowed: allAllowed('advance', 'publish') }

export const publishedClockExample = { ...clockExample, published: [ids.productVersion] }

export const advancingClockExample = {
  ...clockExample,
  status: 'advancing',
  target: '2029-12-31T11:00:00+00:00',
}
