import type { Area } from '../area.ts'
import { massTitles } from './titles.ts'

export const mass: Area = {
  name: 'mass',
  pages: [
    {
      path: '/runs',
      load: () => import('./runs.tsx'),
      inRail: {
        section: 'work',
        title: { en: massTitles.en.runs, de: massTitles.de.runs },
        permission: 'mass_endorsements.manage',
        keys: 'g z',
      },
    },
    { path: '/runs/$runId', load: () => import('./run.tsx') },
  ],
}
