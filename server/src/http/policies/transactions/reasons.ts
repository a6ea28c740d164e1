import { reason } from '../../../kernel/index.ts'

export const ifMatchMissing = reason({
  kind: 'validation_failed',
  code: 'missing_if_match',
  when: 'The header If-Match was not sent.',
  message: 'The header If-Match is required: send the current version_id of the policy.',
  errors: [{ code: 'required', field: 'If-Match', rules: ['required'] }],
})
