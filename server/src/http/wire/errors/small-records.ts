import { refused } from '../error-example.ts'
import { ids } from '../examples/ids.ts'

const summary = 'There is none that this key may see.'
export const distributorNotFound = refused(
  'not_found',
  'distributor',
  summary,
  `Distributor ${ids.distributor} was not found.`,
)
export const itemNotFound = refused('not_found', 'item', summary, `Item ${ids.item} was not found.`)
export const touchpointNotFound = refused(
  'not_found',
  'touchpoint',
  summary,
  `Touchpoint ${ids.integration} was not found.`,
)
export const assetsNotFound = refused(
  'not_found',
  'assets',
  'The link is wrong: the id, the token, or both.',
  'There are no documents under this link.',
)
