import { defineWords } from '../../words/language.ts'

export const homeWords = defineWords({
  en: {
    title: 'Overview',
    hint: (account: string) =>
      `You act for ${account}. Press Ctrl K to find a policy, a person or a page.`,
    inbox: 'What needs a person',
    nothing: 'Nothing needs you',
    nothingHint:
      'Money in doubt, receipts without an invoice, blocked renewals and failed deliveries appear here.',
    atLeast: (count: string) => `${count}+`,
    notShown: 'Not shown, because a permission is missing:',
    kinds: {
      tasks_of_mine: 'Your tasks that are due',
      tasks_of_nobody: 'Tasks of nobody',
      approvals_pending: 'Requests for a second person',
      money_in_doubt: 'Payments in doubt',
      receipts_unmatched: 'Receipts without an invoice',
      payouts_without_account: 'Payouts without an account',
      payouts_to_export: 'Payouts for the bank',
      renewals_blocked: 'Blocked renewals',
      policies_stuck: 'Policies that are stuck',
      deliveries_parked: 'Failed deliveries to webhooks',
    },
  },
  de: {
    title: 'Übersicht',
    hint: (account: string) =>
      `Sie handeln für ${account}. Mit Strg K finden Sie Verträge, Personen und Seiten.`,
    inbox: 'Was jemand erledigen muss',
    nothing: 'Nichts zu erledigen',
    nothingHint:
      'Ungeklärte Zahlungen, Zahlungseingänge ohne Rechnung, gesperrte Verlängerungen und gescheiterte Zustellungen erscheinen hier.',
    atLeast: (count: string) => `${count}+`,
    notShown: 'Nicht gezeigt, weil eine Berechtigung fehlt:',
    kinds: {
      tasks_of_mine: 'Ihre fälligen Aufgaben',
      tasks_of_nobody: 'Aufgaben ohne Bearbeiter',
      approvals_pending: 'Anträge auf Freigabe',
      money_in_doubt: 'Ungeklärte Zahlungen',
      receipts_unmatched: 'Zahlungseingänge ohne Rechnung',
      payouts_without_account: 'Auszahlungen ohne Konto',
      payouts_to_export: 'Auszahlungen für die Bank',
      renewals_blocked: 'Gesperrte Verlängerungen',
      policies_stuck: 'Verträge, die feststecken',
      deliveries_parked: 'Gescheiterte Zustellungen an Webhooks',
    },
  },
})
