import type { Area } from '../area.ts'

export const me: Area = {
  name: 'me',
  pages: [{ path: '/me', load: () => import('./your-sign-in.tsx') }],
}
