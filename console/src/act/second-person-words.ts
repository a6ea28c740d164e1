import { defineWords } from '../words/language.ts'

export const secondPersonWords = defineWords({
  en: {
    needed: 'This needs a second person',
    hint: 'Ask for approval. As soon as somebody else approves, it is carried out as you entered it.',
    reason: 'Reason, for whoever approves',
    ask: 'Ask for approval',
    asked: 'Approval is asked for',
    waitsUntil: (moment: string) =>
      `The request waits under Approvals until ${moment}. Nothing has changed yet.`,
    open: 'Open the approvals',
  },
  de: {
    needed: 'Dafür braucht es eine zweite Person',
    hint: 'Beantragen Sie die Freigabe. Sobald jemand anderes zustimmt, wird der Vorgang wie eingegeben ausgeführt.',
    reason: 'Begründung für die Freigabe',
    ask: 'Freigabe beantragen',
    asked: 'Die Freigabe ist beantragt',
    waitsUntil: (moment: string) =>
      `Der Antrag wartet unter Freigaben bis ${moment}. Bisher hat sich nichts geändert.`,
    open: 'Freigaben öffnen',
  },
})
