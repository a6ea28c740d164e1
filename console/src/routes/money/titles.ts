import { defineWords } from '../../words/language.ts'

/** What the pages of money are called, in the rail and above. */
export const moneyTitles = defineWords({
  en: {
    invoices: 'Invoices',
    payments: 'Payments',
    receipts: 'Receipts',
    payouts: 'Payouts',
    disputes: 'Disputes',
    reconciliation: 'Reconciliation',
    dunning: 'Dunning',
    openItems: 'Open items',
    journal: 'Journal',
    trialBalance: 'Trial balance',
    closing: 'Closing',
    commission: 'Commission',
    earnedPremium: 'Earned premium',
    taxes: 'Tax',
  },
  de: {
    invoices: 'Rechnungen',
    payments: 'Zahlungen',
    receipts: 'Zahlungseingänge',
    payouts: 'Auszahlungen',
    disputes: 'Reklamationen',
    reconciliation: 'Abstimmung',
    dunning: 'Mahnwesen',
    openItems: 'Offene Posten',
    journal: 'Journal',
    trialBalance: 'Summen und Salden',
    closing: 'Monatsabschluss',
    commission: 'Provision',
    earnedPremium: 'Verdienter Beitrag',
    taxes: 'Steuer',
  },
})
