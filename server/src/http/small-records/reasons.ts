import { exampleIds, notFound } from '../../kernel/index.ts'

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
