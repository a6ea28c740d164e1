import { defineWords } from '../../words/language.ts'

export const ruleWords = defineWords({
  en: {
    hint: 'Which acts need the approval of a second person, and from which amount on. Who requests an act cannot approve it.',
    act: 'Act',
    needs: 'Who decides',
    one: 'One person is enough',
    two: 'Always two people',
    above: 'Two people above an amount',
    aboveAmounts: (amounts: string) => `Two people above ${amounts}`,
    currency: 'Currency',
    amount: 'Up to this amount one person is enough',
    addCurrency: 'Another currency',
    removeCurrency: (currency: string) => `Remove ${currency}`,
    otherCurrencies: 'An amount of any other currency needs two people.',
    edit: 'Edit',
    change: 'Change the rules of approval',
    save: 'Save the rules',
    changeHint:
      'While there is a rule, changing the rules needs a second person, too. Requests that wait are not affected.',
  },
  de: {
    hint: 'Welche Vorgänge die Freigabe einer zweiten Person brauchen, und ab welchem Betrag. Wer einen Vorgang beantragt, kann ihn nicht freigeben.',
    act: 'Vorgang',
    needs: 'Wer entscheidet',
    one: 'Eine Person genügt',
    two: 'Immer zwei Personen',
    above: 'Zwei Personen ab einem Betrag',
    aboveAmounts: (amounts: string) => `Zwei Personen bei mehr als ${amounts}`,
    currency: 'Währung',
    amount: 'Bis zu diesem Betrag genügt eine Person',
    addCurrency: 'Weitere Währung',
    removeCurrency: (currency: string) => `${currency} entfernen`,
    otherCurrencies: 'Ein Betrag in jeder anderen Währung braucht zwei Personen.',
    edit: 'Bearbeiten',
    change: 'Regeln der Freigabe ändern',
    save: 'Regeln speichern',
    changeHint:
      'Solange es eine Regel gibt, braucht auch deren Änderung eine zweite Person. Anträge, die schon warten, bleiben, wie sie sind.',
  },
})
