import { ids } from '../wire/example-ids.ts'

export const distributorExample = { id: ids.distributor, name: 'Alpine Brokers' }
export const itemExample = { id: ids.item, name: 'Cyber Protect' }
export const touchpointExample = { id: ids.integration, name: 'Alpine Brokers web shop' }
