import { exampleIds, notFound, reason } from '../../kernel/index.ts'

export const ifMatchMissing = reason({
  kind: 'validation_failed',
  code: 'missing_if_match',
  when: 'The header If-Match was not sent.',
  tell: 'The header If-Match is required: send the current version_id of the policy.',
  errors: [{ code: 'required', field: 'If-Match', rules: ['required'] }],
})
export const oneOrder = reason({
  kind: 'validation_failed',
  code: 'one_order',
  when: 'The body names no order, or several.',
  tell: 'Name one order to look at: cancellation, change, reinstatement or renewal.',
  errors: ['cancellation', 'change', 'reinstatement', 'renewal'].map((field) => ({
    code: 'required',
    field,
    rules: ['required'],
  })),
})

/** Of the ends of the links that offers and policies carry. */
const unseen = 'There is none that this key may see.'
export const distributorNotFound = notFound('Distributor', {
  code: 'distributor',
  when: unseen,
  example: exampleIds.distributor,
})
export const itemRecordNotFound = notFound('Item', {
  code: 'item_record',
  label: 'item',
  when: unseen,
  example: exampleIds.item,
})
export const touchpointNotFound = notFound('Touchpoint', {
  code: 'touchpoint',
  when: unseen,
  example: exampleIds.integration,
})

export const assetsNotFound = reason({
  kind: 'not_found',
  code: 'assets',
  when: 'The link is wrong: the id, the token, or both.',
  tell: 'There are no documents under this link.',
})
export const offerHasNoDocuments = reason({
  kind: 'not_found',
  code: 'no_documents_of_offer',
  label: 'no_documents',
  when: 'The main document was asked for, and the product has none for offers.',
  tell: 'This offer has no documents.',
})
export const policyHasNoDocuments = reason({
  kind: 'not_found',
  code: 'no_documents_of_policy',
  label: 'no_documents',
  when: 'The main document was asked for, and there is none.',
  tell: 'There are no documents of this policy: it is not paid yet, or its product has none.',
})
