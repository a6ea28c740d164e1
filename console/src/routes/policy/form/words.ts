import { defineWords } from '../../../words/language.ts'

export const formWords = defineWords({
  en: {
    nothingFound: 'Nothing found',
    addRow: 'Add a row',
    removeRow: 'Remove the last row',
    yes: 'Yes',
    no: 'No',
    nothingOpen: 'The product lets nothing of this policy be changed.',
  },
  de: {
    nothingFound: 'Nichts gefunden',
    addRow: 'Zeile hinzufügen',
    removeRow: 'Letzte Zeile entfernen',
    yes: 'Ja',
    no: 'Nein',
    nothingOpen: 'Das Produkt lässt an diesem Vertrag nichts ändern.',
  },
})
