import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const writeNoteExample = {
  policy_id: ids.policy,
  body: 'Prefers to be called in the evening.',
}

export const noteExample = {
  id: ids.note,
  livemode: false,
  policy_id: ids.policy,
  customer_id: null,
  body: writeNoteExample.body,
  written_by: ids.key,
  written_at: moment,
  removed_by: null,
  removed_at: null,
  allowed: allAllowed('remove'),
}

export const removedNoteExample = {
  ...noteExample,
  body: null,
  removed_by: ids.key,
  removed_at: moment,
  allowed: {
    remove: {
      allowed: false,
      code: 'note_not_found',
      reason: `Note ${ids.note} was not found.`,
    },
  },
}
