import { defineWords } from '../../words/language.ts'

export const lapseWords = defineWords({
  en: {
    title: (number: string) => `Lapse of ${number}`,
    none: 'No lapse waits',
    noneHint: 'A lapse waits here when the notice before it turns out not to have arrived.',
    customer: 'Customer',
    overdue: 'Overdue then',
    since: 'Overdue since',
    grace: 'Had to be paid by',
    lapsed: 'Lapsed',
    unproven: 'Without proof since',
    id: 'Case',
    toPolicy: 'Open the policy',
    why: 'What is in doubt',
    whyText:
      'The policy lapsed after a notice that is not proven any more: its mail came back, or its letter arrived on another day. Without its arrival the lapse has no effect, and the insurer has to prove it.',
    decide: 'Decide',
    reason: 'Reason',
    reasonHint: 'For the audit log. Do not include personal data.',
    void: 'Void the lapse',
    voidHint:
      'The policy is in force as if it had never lapsed. The premium is owed for these days, too, and dunning begins anew with a notice of its own.',
    uphold: 'Let the lapse stand',
    upholdHint: 'The policy stays lapsed, for example because the customer wants so.',
    voided: 'The lapse is void: the policy is in force.',
    upheld: 'The lapse stands.',
    lacks: 'You lack the permission policies.reinstate.',
  },
  de: {
    title: (number: string) => `Beendigung von ${number}`,
    none: 'Keine Beendigung wartet',
    noneHint:
      'Hier wartet eine Beendigung, wenn sich zeigt, dass die Mahnung davor nicht angekommen ist.',
    customer: 'Kunde',
    overdue: 'Damals überfällig',
    since: 'Überfällig seit',
    grace: 'Zu zahlen bis',
    lapsed: 'Beendet',
    unproven: 'Ohne Nachweis seit',
    id: 'Mahnfall',
    toPolicy: 'Vertrag öffnen',
    why: 'Was zweifelhaft ist',
    whyText:
      'Der Vertrag endete nach einer Mahnung, deren Zugang nicht mehr nachgewiesen ist: Die E-Mail kam zurück, oder der Brief kam an einem anderen Tag an. Ohne Zugang ist die Beendigung unwirksam; den Zugang muss der Versicherer beweisen.',
    decide: 'Entscheiden',
    reason: 'Begründung',
    reasonHint: 'Für das Protokoll. Bitte ohne personenbezogene Daten.',
    void: 'Beendigung aufheben',
    voidHint:
      'Der Vertrag besteht, als wäre er nie beendet worden. Der Beitrag wird auch für diese Tage geschuldet, und das Mahnverfahren beginnt neu, mit eigener Mahnung.',
    uphold: 'Beendigung bestehen lassen',
    upholdHint: 'Der Vertrag bleibt beendet, etwa weil der Kunde es so will.',
    voided: 'Die Beendigung ist aufgehoben: Der Vertrag besteht.',
    upheld: 'Die Beendigung bleibt bestehen.',
    lacks: 'Ihnen fehlt die Berechtigung policies.reinstate.',
  },
})
