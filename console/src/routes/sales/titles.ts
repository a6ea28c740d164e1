import { defineWords } from '../../words/language.ts'

/** What the lists of sales are called. */
export const salesTitles = defineWords({
  en: {
    policies: 'Policies',
    offers: 'Offers',
    quotes: 'Quotes',
    leads: 'Leads',
    renewals: 'Renewals',
  },
  de: {
    policies: 'Verträge',
    offers: 'Anträge',
    quotes: 'Tarifberechnungen',
    leads: 'Interessenten',
    renewals: 'Verlängerungen',
  },
})
