import { defineWords } from '../../words/language.ts'

export const settingsTitles = defineWords({
  en: {
    requests: 'Requests',
    keys: 'API keys',
    people: 'People',
    roles: 'Roles',
    datasets: 'Datasets',
    clocks: 'Test clocks',
  },
  de: {
    requests: 'Anfragen',
    keys: 'API-Schlüssel',
    people: 'Benutzer',
    roles: 'Rollen',
    datasets: 'Datentabellen',
    clocks: 'Testuhren',
  },
})
