import { reason } from '../../kernel/index.ts'

export const assetsNotFound = reason({
  kind: 'not_found',
  code: 'assets_not_found',
  label: 'assets',
  when: 'The id or the token in the link is wrong.',
  message: 'There are no documents under this link.',
})

export const offerHasNoDocuments = reason({
  kind: 'not_found',
  code: 'no_documents_of_offer',
  label: 'no_documents',
  when: 'The main document was requested, and the product has no documents for offers.',
  message: 'This offer has no documents.',
})

export const policyHasNoDocuments = reason({
  kind: 'not_found',
  code: 'no_documents_of_policy',
  label: 'no_documents',
  when: 'The main document was requested, and there is none.',
  message: 'There are no documents of this policy: it is not paid yet, or its product has none.',
})
