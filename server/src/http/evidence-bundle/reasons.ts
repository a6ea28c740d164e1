import { reason } from '../../kernel/index.ts'

export const evidenceBehind = reason({
  kind: 'temporarily_unavailable',
  code: 'evidence_behind',
  when: 'The newest events of the policy are not in the chain of hashes yet.',
  message: 'The newest events are not in the chain yet. Try again in a few seconds.',
})
