import { defineWords } from '../../words/language.ts'

export const settingsTitles = defineWords({
  en: {
    requests: 'Requests',
    keys: 'API keys',
    people: 'People',
    roles: 'Roles',
    'approval-rules': 'Rules of approval',
    datasets: 'Datasets',
    clocks: 'Test clocks',
  },
  de: {
    requests: 'Anfragen',
    keys: 'API-Schlüssel',
    people: 'Benutzer',
    roles: 'Rollen',
    'approval-rules': 'Regeln der Freigabe',
    datasets: 'Datentabellen',
    clocks: 'Testuhren',
  },
})
