import { accountNotFound } from '../../management/index.ts'
import { allAllowed, ids } from '../wire/example-ids.ts'

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
  email: null,
}

export const setMailAddressExample = { email: 'service@northern-brokers.example' }

export const addressedDistributorExample = { ...distributorExample, ...setMailAddressExample }

const { code, message: reason } = accountNotFound(ids.insurer).details
const notADistributor = { allowed: false, code, reason }
const itsDistributor = allAllowed('set_mail_address')

export const accountsExample = [
  {
    id: ids.insurer,
    kind: 'insurer',
    key: 'demo-insurance',
    name: 'Demo Insurance',
    email: null,
    allowed: { set_mail_address: notADistributor },
  },
  {
    id: ids.distributor,
    kind: 'distributor',
    key: 'alpine-brokers',
    name: 'Alpine Brokers',
    email: null,
    allowed: itsDistributor,
  },
  { ...distributorExample, allowed: itsDistributor },
]
