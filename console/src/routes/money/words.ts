import { defineWords } from '../../words/language.ts'

export const moneyWords = defineWords({
  en: {
    invoices: 'Invoices',
    number: 'Number',
    state: 'State',
    due: 'Due',
    total: 'Total',
    openAmount: 'Open',
    noInvoices: 'No invoices',
    noInvoicesHint: 'An invoice is issued with every sale, and for every instalment after it.',
    states: {
      proposed: 'Proposed',
      open: 'Open',
      settled: 'Settled',
      void: 'Void',
      written_off: 'Written off',
    },
  },
  de: {
    invoices: 'Rechnungen',
    number: 'Nummer',
    state: 'Status',
    due: 'Fällig',
    total: 'Betrag',
    openAmount: 'Offen',
    noInvoices: 'Keine Rechnungen',
    noInvoicesHint: 'Zu jedem Abschluss und zu jeder Rate wird eine Rechnung ausgestellt.',
    states: {
      proposed: 'Vorgeschlagen',
      open: 'Offen',
      settled: 'Ausgeglichen',
      void: 'Storniert',
      written_off: 'Ausgebucht',
    },
  },
})
