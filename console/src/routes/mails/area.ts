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
        keys: 'g g',
      },
    },
    {
      path: '/mail-server',
      load: () => import('./mail-server.tsx'),
      inRail: {
        section: 'settings',
        title: { en: mailTitles.en.server, de: mailTitles.de.server },
        permission: 'mail_server.read',
        keys: 'g 0',
      },
    },
    {
      path: '/suppressed-addresses',
      load: () => import('./suppressed-addresses.tsx'),
      inRail: {
        section: 'settings',
        title: { en: mailTitles.en.suppressed, de: mailTitles.de.suppressed },
        permission: 'suppressed_addresses.read',
      },
    },
  ],
}
