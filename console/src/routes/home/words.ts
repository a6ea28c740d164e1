import { defineWords } from '../../words/language.ts'

export const homeWords = defineWords({
  en: {
    title: 'Overview',
    hint: (account: string) =>
      `You act for ${account}. Press Ctrl K to find a policy, a person or a page.`,
    inbox: 'What needs a person',
    atLeast: (count: string) => `${count}+`,
  },
  de: {
    title: 'Übersicht',
    hint: (account: string) =>
      `Sie handeln für ${account}. Mit Strg K finden Sie Verträge, Personen und Seiten.`,
    inbox: 'Was jemand erledigen muss',
    atLeast: (count: string) => `${count}+`,
  },
})
