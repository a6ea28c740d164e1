import { ids } from '../wire/example-ids.ts'

const grant = { product_ids: null, distributor_ids: null, test_only: false }

export const permissionExample = {
  permission: 'policies.cancel',
  description: 'Cancel policies, and move their end',
  limits: ['products', 'distributors', 'test_mode'],
}

export const createRoleExample = {
  key: 'cyber_desk',
  name: 'Cyber desk',
  description: 'Cancels cyber policies.',
  grants: [
    { permission: 'policies.read', product_ids: ['cyber'] },
    { permission: 'policies.cancel', product_ids: ['cyber'] },
  ],
}

export const roleExample = {
  key: 'cyber_desk',
  name: 'Cyber desk',
  description: 'Cancels cyber policies.',
  is_built_in: false,
  grants: [
    { ...grant, permission: 'policies.read', product_ids: [ids.product] },
    { ...grant, permission: 'policies.cancel', product_ids: [ids.product] },
  ],
}

export const changeRoleExample = {
  name: 'Cyber service',
  grants: [{ permission: 'policies.read', product_ids: ['cyber'], test_only: true }],
}

export const changedRoleExample = {
  ...roleExample,
  name: 'Cyber service',
  grants: [{ ...grant, permission: 'policies.read', product_ids: [ids.product], test_only: true }],
}
