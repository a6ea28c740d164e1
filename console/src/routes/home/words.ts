import { defineWords } from '../../words/language.ts'

export const homeWords = defineWords({
  en: {
    title: 'Overview',
    hint: (account: string) =>
      `You act for ${account}. Press Ctrl K to find a policy, a person or a page.`,
    invoices: 'Open invoices',
  },
  de: {
    title: 'Übersicht',
    hint: (account: string) =>
      `Sie handeln für ${account}. Mit Strg K finden Sie Policen, Personen und Seiten.`,
    invoices: 'Offene Rechnungen',
  },
})
