import type { Area } from '../area.ts'

export const policy: Area = {
  name: 'policy',
  pages: [{ path: '/policies/$policyId', load: () => import('./policy.tsx') }],
}
