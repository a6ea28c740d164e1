import { defineWords } from '../../words/language.ts'

export const settingsTitles = defineWords({
  en: {
    requests: 'Requests',
    keys: 'API keys',
    people: 'People',
    datasets: 'Datasets',
    clocks: 'Test clocks',
  },
  de: {
    requests: 'Anfragen',
    keys: 'API-Schlüssel',
    people: 'Benutzer',
    datasets: 'Datentabellen',
    clocks: 'Testuhren',
  },
})
