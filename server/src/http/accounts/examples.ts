import { ids } from '../wire/example-ids.ts'

/** Made up, but of the true form. */
export const accountIds = {
  newDistributor: ids.newDistributor,
  key: ids.key,
  rotatedKey: 'key_01b0acc58e20e6101433e297fcb4',
  insurersKey: 'key_01af1084240049294e4fe17421cf',
} as const

export const distributorRequestExample = { key: 'northern-brokers', name: 'Northern Brokers' }

export const distributorExample = {
  id: accountIds.newDistributor,
  kind: 'distributor',
  ...distributorRequestExample,
}

export const accountsExample = [
  { id: ids.insurer, kind: 'insurer', key: 'demo-insurance', name: 'Demo Insurance' },
  { id: ids.distributor, kind: 'distributor', key: 'alpine-brokers', name: 'Alpine Brokers' },
  distributorExample,
]
