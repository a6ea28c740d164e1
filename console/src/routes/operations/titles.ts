import { defineWords } from '../../words/language.ts'

export const operationsTitles = defineWords({
  en: { events: 'Events', webhooks: 'Webhooks', audit: 'Audit log' },
  de: { events: 'Ereignisse', webhooks: 'Webhooks', audit: 'Änderungsprotokoll' },
})
