import { defineWords } from '../../words/language.ts'

export const stuckWords = defineWords({
  en: {
    policy: 'Policy',
    customer: 'Customer',
    product: 'Product',
    reason: 'What the server says',
    why: 'What the server says',
    failed: 'Tried last',
    attempts: 'Attempts',
    retry: 'Next attempt',
    toDo: 'What to do',
    toDoHint:
      'Remove the cause, such as a rater that does not answer. The platform tries again by itself, and nothing else that is due on this policy is done before. If the reason says nothing to you, give it to whoever operates the server, with the number of the policy.',
    toPolicy: 'Open the policy',
    id: 'Id',
    none: 'No policy is stuck',
    noneHint: 'A policy appears here when something due on it fails, such as an invoice.',
  },
  de: {
    policy: 'Vertrag',
    customer: 'Kunde',
    product: 'Produkt',
    reason: 'Meldung des Servers',
    why: 'Meldung des Servers',
    failed: 'Zuletzt versucht',
    attempts: 'Versuche',
    retry: 'Nächster Versuch',
    toDo: 'Was zu tun ist',
    toDoHint:
      'Beheben Sie die Ursache, etwa einen Tarifrechner, der nicht antwortet. Die Plattform versucht es von selbst wieder; vorher geschieht nichts anderes, was an diesem Vertrag fällig ist. Sagt Ihnen die Meldung nichts, geben Sie sie mit der Vertragsnummer an den Betreiber des Servers.',
    toPolicy: 'Vertrag öffnen',
    id: 'ID',
    none: 'Kein Vertrag steckt fest',
    noneHint:
      'Ein Vertrag erscheint hier, wenn an ihm etwas Fälliges scheitert, etwa eine Rechnung.',
  },
})
