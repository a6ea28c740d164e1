import { defineWords } from '../../words/language.ts'

export const operationsTitles = defineWords({
  en: { health: 'Health', events: 'Events', webhooks: 'Webhooks', audit: 'Audit log' },
  de: {
    health: 'Zustand',
    events: 'Ereignisse',
    webhooks: 'Webhooks',
    audit: 'Änderungsprotokoll',
  },
})
