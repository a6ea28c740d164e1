import type { Area } from '../area.ts'

export const home: Area = {
  name: 'home',
  pages: [
    {
      path: '/',
      load: () => import('./overview.tsx'),
      inRail: { section: 'work', title: { en: 'Overview', de: 'Übersicht' }, keys: 'g o' },
    },
  ],
}
