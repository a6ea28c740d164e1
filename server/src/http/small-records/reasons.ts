import { exampleIds, notFound } from '../../kernel/index.ts'

/** For the resources that offers and policies link to. */
const unseen = 'The resource does not exist, or this key has no access to it.'

export const distributorNotFound = notFound('Distributor', {
  code: 'distributor_not_found',
  when: unseen,
  example: exampleIds.distributor,
})

export const itemRecordNotFound = notFound('Item', {
  code: 'item_record_not_found',
  label: 'item',
  when: unseen,
  example: exampleIds.item,
})

export const touchpointNotFound = notFound('Touchpoint', {
  code: 'touchpoint_not_found',
  when: unseen,
  example: exampleIds.integration,
})
