import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const viewNotFound = notFound('View', {
  code: 'view_not_found',
  when: 'There is no such view in this mode, or somebody keeps it for themselves.',
  example: exampleIds.savedView,
})
export const viewOfAnother = reason({
  kind: 'not_open',
  code: 'view_of_another',
  when: 'Somebody else saved the view. Save one of your own.',
  message: () => 'Somebody else saved this view. Save one of your own with its query.',
  example: [],
})
export const tooManyViews = reason({
  kind: 'not_open',
  code: 'too_many_views',
  when: 'There are 1,000 views. Remove one first.',
  message: () => 'There are 1,000 views already. Remove one first.',
  example: [],
})
