import type { Area } from '../area.ts'

export const money: Area = {
  name: 'money',
  pages: [
    {
      path: '/invoices',
      load: () => import('./invoices.tsx'),
      inRail: {
        section: 'money',
        title: { en: 'Invoices', de: 'Rechnungen' },
        permission: 'invoices.read',
        keys: 'g i',
      },
    },
  ],
}
