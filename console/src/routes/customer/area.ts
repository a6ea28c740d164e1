import type { Area } from '../area.ts'

export const customer: Area = {
  name: 'customer',
  pages: [{ path: '/customers/$customerId', load: () => import('./customer.tsx') }],
}
