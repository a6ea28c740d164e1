import { defineWords } from '../../words/language.ts'

export const settingsTitles = defineWords({
  en: {
    requests: 'Requests',
    distributors: 'Distributors',
    keys: 'API keys',
    people: 'People',
    roles: 'Roles',
    'approval-rules': 'Rules of approval',
    datasets: 'Datasets',
    clocks: 'Test clocks',
  },
  de: {
    requests: 'Anfragen',
    distributors: 'Vermittler',
    keys: 'API-Schlüssel',
    people: 'Benutzer',
    roles: 'Rollen',
    'approval-rules': 'Regeln der Freigabe',
    datasets: 'Datentabellen',
    clocks: 'Testuhren',
  },
})
