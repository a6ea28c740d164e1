import { reason } from '../../kernel/index.ts'

export const assetsNotFound = reason({
  kind: 'not_found',
  code: 'assets',
  when: 'The link is wrong: the id, the token, or both.',
  message: 'There are no documents under this link.',
})

export const offerHasNoDocuments = reason({
  kind: 'not_found',
  code: 'no_documents_of_offer',
  label: 'no_documents',
  when: 'The main document was asked for, and the product has none for offers.',
  message: 'This offer has no documents.',
})

export const policyHasNoDocuments = reason({
  kind: 'not_found',
  code: 'no_documents_of_policy',
  label: 'no_documents',
  when: 'The main document was asked for, and there is none.',
  message: 'There are no documents of this policy: it is not paid yet, or its product has none.',
})
