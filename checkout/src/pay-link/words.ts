import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'
import { de as saleDe } from '../words/de.ts'
import { en as saleEn } from '../words/en.ts'
import { fr as saleFr } from '../words/fr.ts'
import type { Words } from '../words/words.ts'

const en = {
  title: 'Your payment',
  to: (insurer: string) => `To ${insurer}`,
  test: 'Test mode: no money moves.',
  number: 'Policy number',
  period: 'Period',
  due: 'Due on',
  paid: 'Paid',
  paidNote: 'Thank you. Nothing is left to pay here.',
  closed: 'Nothing to pay',
  closedNote: 'This is not to be paid any more. If you expected something else, please contact us.',
  pending: 'A payment is under way',
  pendingNote: 'This page goes on by itself. Please do not pay again.',
  none: 'This cannot be paid on this page. Please transfer the amount with the reference of your invoice.',
  elsewhere:
    'You come back from your bank, and this window does not know the payment. If the page is open in another window, it goes on there. If you have confirmed the payment, please do not pay again; otherwise open the link of your mail once more.',
  changed: 'Something was paid or changed in the meantime. This is what is left to pay.',
  busy: 'There is much to do at the moment. This page goes on by itself.',
  debit: 'Your direct debit is on its way',
  debitNote:
    'Your bank usually pays within a few days; it may take up to 14 business days. You can close this page. Please do not pay again.',
  transfer: 'Bank transfer',
  transferNote: 'You see the account and the reference next.',
  transferTitle: 'Transfer the amount to this account',
  transferThen:
    'Please write the reference exactly as it stands here: it shows that the money is yours. Your bank takes one to two business days. You can close this page; this link says when the money has arrived.',
  holder: 'Account holder',
  iban: 'IBAN',
  bic: 'BIC',
  reference: 'Reference',
  amount: 'Amount',
  copy: 'Copy',
  copyOf: (name: string) => `Copy: ${name}`,
  copied: 'Copied',
  documentsFirst: 'Please open each document of your offer first; after that you can pay.',
  unknown:
    'This link leads to no payment. It may be incomplete, or a newer one has replaced it. Please take the link of the last mail.',
}
export type PayLinkWords = typeof en

const de: PayLinkWords = {
  title: 'Ihre Zahlung',
  to: (insurer) => `An ${insurer}`,
  test: 'Testbetrieb: Es fliesst kein Geld.',
  number: 'Policennummer',
  period: 'Zeitraum',
  due: 'Fällig am',
  paid: 'Bezahlt',
  paidNote: 'Vielen Dank. Hier ist nichts mehr zu zahlen.',
  closed: 'Nichts zu zahlen',
  closedNote:
    'Das ist nicht mehr zu zahlen. Haben Sie etwas anderes erwartet, sprechen Sie bitte mit uns.',
  pending: 'Eine Zahlung ist unterwegs',
  pendingNote: 'Hier geht es von selbst weiter. Bitte zahlen Sie nicht noch einmal.',
  none: 'Das lässt sich hier nicht zahlen. Bitte überweisen Sie den Betrag mit der Referenz Ihrer Rechnung.',
  elsewhere:
    'Sie kommen von Ihrer Bank zurück, und dieses Fenster kennt die Zahlung nicht. Ist die Seite in einem anderen Fenster offen, geht es dort weiter. Haben Sie die Zahlung bestätigt, zahlen Sie bitte nicht noch einmal; sonst öffnen Sie den Link aus Ihrer E-Mail bitte noch einmal.',
  changed: 'Inzwischen wurde etwas bezahlt oder geändert. So viel ist noch zu zahlen.',
  busy: 'Im Moment ist viel los. Hier geht es von selbst weiter.',
  debit: 'Ihre Lastschrift ist unterwegs',
  debitNote:
    'Ihre Bank zahlt meist innert weniger Tage, spätestens nach 14 Bankarbeitstagen. Sie können diese Seite schliessen. Bitte zahlen Sie nicht noch einmal.',
  transfer: 'Überweisung',
  transferNote: 'Konto und Referenz sehen Sie im nächsten Schritt.',
  transferTitle: 'Überweisen Sie den Betrag auf dieses Konto',
  transferThen:
    'Bitte geben Sie die Referenz genau so an, wie sie hier steht: Daran erkennen wir Ihre Zahlung. Ihre Bank braucht einen bis zwei Bankarbeitstage. Sie können diese Seite schliessen; unter diesem Link sehen Sie, wann das Geld eingegangen ist.',
  holder: 'Kontoinhaber',
  iban: 'IBAN',
  bic: 'BIC',
  reference: 'Referenz',
  amount: 'Betrag',
  copy: 'Kopieren',
  copyOf: (name) => `${name} kopieren`,
  copied: 'Kopiert',
  documentsFirst: 'Bitte öffnen Sie zuerst jedes Dokument Ihrer Offerte; danach können Sie zahlen.',
  unknown:
    'Dieser Link führt zu keiner Zahlung. Vielleicht ist er nicht vollständig, oder ein neuerer hat ihn ersetzt. Bitte nehmen Sie den Link aus der letzten E-Mail.',
}

const fr: PayLinkWords = {
  title: 'Votre paiement',
  to: (insurer) => `À ${insurer}`,
  test: 'Mode test : aucun argent n’est débité.',
  number: 'Numéro de police',
  period: 'Période',
  due: 'Échéance',
  paid: 'Payé',
  paidNote: 'Merci. Il ne reste rien à payer ici.',
  closed: 'Rien à payer',
  closedNote:
    'Cela n’est plus à payer. Si vous attendiez autre chose, veuillez prendre contact avec nous.',
  pending: 'Un paiement est en cours',
  pendingNote: 'La suite s’affiche d’elle-même. Veuillez ne pas payer une seconde fois.',
  none: 'Cela ne peut pas être payé ici. Veuillez virer le montant avec la référence de votre facture.',
  elsewhere:
    'Vous revenez de votre banque, et cette fenêtre ne connaît pas le paiement. Si la page est ouverte dans une autre fenêtre, la suite s’y affiche. Si vous avez confirmé le paiement, veuillez ne pas payer une seconde fois ; sinon, veuillez rouvrir le lien de votre e-mail.',
  changed: 'Entre-temps, quelque chose a été payé ou modifié. Voici ce qu’il reste à payer.',
  busy: 'Il y a beaucoup à faire en ce moment. La suite s’affiche d’elle-même.',
  debit: 'Votre prélèvement est en cours',
  debitNote:
    'Votre banque paie en général en quelques jours, au plus tard après 14 jours ouvrables. Vous pouvez fermer cette page. Veuillez ne pas payer une seconde fois.',
  transfer: 'Virement bancaire',
  transferNote: 'Le compte et la référence s’affichent à l’étape suivante.',
  transferTitle: 'Virez le montant sur ce compte',
  transferThen:
    'Veuillez indiquer la référence exactement comme ici : elle nous permet de reconnaître votre paiement. Votre banque met un à deux jours ouvrables. Vous pouvez fermer cette page ; ce lien indique quand l’argent est arrivé.',
  holder: 'Titulaire du compte',
  iban: 'IBAN',
  bic: 'BIC',
  reference: 'Référence',
  amount: 'Montant',
  copy: 'Copier',
  copyOf: (name) => `Copier : ${name}`,
  copied: 'Copié',
  documentsFirst:
    'Veuillez d’abord ouvrir chaque document de votre offre ; ensuite, vous pourrez payer.',
  unknown:
    'Ce lien ne mène à aucun paiement. Il est peut-être incomplet, ou un plus récent l’a remplacé. Veuillez prendre le lien du dernier e-mail.',
}

/** The words of this page, and those of a sale, in the first language that both speak. */
export function wordsFor(languages: readonly string[]): {
  readonly language: string
  readonly own: PayLinkWords
  readonly words: Words
} {
  const language = languages.map(baseOf).find((one) => ['de', 'en', 'fr'].includes(one)) ?? 'en'
  if (language === 'de') return { language, own: de, words: saleDe }
  if (language === 'fr') {
    return { language, own: typesetAll(fr, 'fr'), words: typesetAll(saleFr, 'fr') }
  }
  return { language, own: en, words: saleEn }
}
