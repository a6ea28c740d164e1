import { defineWords } from '../words/language.ts'

/** What every sheet of an act says. */
export const sheetWords = defineWords({
  en: {
    close: 'Close',
    review: 'Review',
    again: 'Change the entries',
    reviewing: 'Working it out …',
    sending: 'Sending …',
    doneOf: (act: string) => `${act}: done.`,
    asCode: 'As code',
  },
  de: {
    close: 'Schließen',
    review: 'Prüfen',
    again: 'Angaben ändern',
    reviewing: 'Wird berechnet …',
    sending: 'Wird ausgeführt …',
    doneOf: (act: string) => `${act}: erledigt.`,
    asCode: 'Als Code',
  },
})
