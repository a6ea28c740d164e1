import { reason } from '../../kernel/index.ts'

export const assetsNotFound = reason({
  kind: 'not_found',
  code: 'assets_not_found',
  label: 'assets',
  when: 'The id or the token in the link is wrong.',
  message: 'This link leads to no documents. Its id or its token is wrong.',
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
  message: 'This policy has no documents: it is not paid yet, or its product has none.',
})
