import type { Area } from '../area.ts'
import { mailTitles } from './words.ts'

export const mails: Area = {
  name: 'mails',
  pages: [
    {
      path: '/mails',
      load: () => import('./mails.tsx'),
      inRail: {
        section: 'customers',
        title: { en: mailTitles.en.mails, de: mailTitles.de.mails },
        permission: 'policies.read',
        keys: 'g i',
      },
    },
  ],
}
