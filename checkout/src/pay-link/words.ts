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
  documentsFirst:
    'Please read the documents of your offer first. Open each of them on the page on which you made the offer; after that you can pay.',
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
  documentsFirst:
    'Bitte lesen Sie zuerst die Dokumente Ihrer Offerte. Öffnen Sie jedes auf der Seite, auf der Sie die Offerte erstellt haben; danach können Sie zahlen.',
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
  documentsFirst:
    'Veuillez d’abord lire les documents de votre offre. Ouvrez chacun d’eux sur la page où vous avez fait l’offre ; ensuite, vous pourrez payer.',
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
