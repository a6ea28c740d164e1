import { defineWords } from '../../words/language.ts'

export const workTitles = defineWords({
  en: { inbox: 'Inbox', tasks: 'Tasks', approvals: 'Approvals' },
  de: { inbox: 'Eingang', tasks: 'Aufgaben', approvals: 'Freigaben' },
})
