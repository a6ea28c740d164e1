import type { Area } from '../area.ts'
import { operationsTitles } from './titles.ts'

const titleOf = (name: keyof typeof operationsTitles.en) => ({
  en: operationsTitles.en[name],
  de: operationsTitles.de[name],
})

export const operations: Area = {
  name: 'operations',
  pages: [
    {
      path: '/health',
      load: () => import('./health.tsx'),
      inRail: {
        section: 'operations',
        title: titleOf('health'),
        permission: 'requests.read',
        keys: 'g 9',
      },
    },
    {
      path: '/webhooks',
      load: () => import('./webhooks.tsx'),
      inRail: {
        section: 'operations',
        title: titleOf('webhooks'),
        permission: 'webhooks.read',
        keys: 'g w',
      },
    },
    { path: '/webhooks/$webhookId', load: () => import('./webhook.tsx') },
    {
      path: '/events',
      load: () => import('./events.tsx'),
      inRail: {
        section: 'operations',
        title: titleOf('events'),
        permission: 'events.read',
        keys: 'g e',
      },
    },
    {
      path: '/audit',
      load: () => import('./audit.tsx'),
      inRail: {
        section: 'operations',
        title: titleOf('audit'),
        permission: 'audit.read',
        keys: 'g a',
      },
    },
  ],
}
