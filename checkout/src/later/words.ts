import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'

const en = {
  savedTitle: 'Saved',
  saved: (day: string) =>
    `With this link you can go on until ${day}, on any device. Whoever has it sees what you have entered.`,
  link: 'Your link',
  copy: 'Copy',
  copied: 'Copied',
  welcomeBack: 'Welcome back: your answers are here.',
  tooOld: 'This link has expired, or it is not complete. Please begin again.',
  bought: 'What you had saved has been bought. Here you can insure something else.',
  tooLarge: 'There is too much here to be saved. Please go on now.',
  endorsementTooOld: 'This link has expired, or it is not complete. Please ask for a new one.',
  endorsementTitle: 'Change your cover',
  endorsementOf: (number: string, day: string) => `Policy ${number}, from ${day} on.`,
  endorsementNow: 'Change now',
  endorsementDone: 'Your cover is changed',
  endorsementNotNow: 'This policy cannot be changed at the moment. Please talk to us.',
  endorsementNothing: (price: string) =>
    `You pay ${price} now. Change an answer and see what it comes to.`,
  endorsementPay: (sum: string) => `${sum} to pay before it counts.`,
  endorsementInstalment: (sum: string, day: string) =>
    `${sum} more with the next payment${day && ` on ${day}`}.`,
  endorsementCredit: (sum: string) => `${sum} less with the next payment.`,
  endorsementRefund: (sum: string) => `You get back ${sum}.`,
  endorsementFree: 'Nothing to pay now.',
  endorsementDue: (sum: string, day: string) =>
    `Your change is ready and counts once ${sum} are paid, until ${day} at the latest.`,
  endorsementMoved:
    'This policy has changed meanwhile. Load the page again; your answers are kept.',
  endorsementInstead: 'Change something else instead',
  endorsementPayRefused: 'This can no longer be paid. Please open the link again.',
}
type LaterWords = typeof en

const de: LaterWords = {
  savedTitle: 'Gespeichert',
  saved: (day) =>
    `Mit diesem Link machen Sie bis zum ${day} weiter, auf jedem Gerät. Wer ihn hat, sieht, was Sie eingegeben haben.`,
  link: 'Ihr Link',
  copy: 'Kopieren',
  copied: 'Kopiert',
  welcomeBack: 'Willkommen zurück: Ihre Antworten sind noch da.',
  tooOld: 'Dieser Link ist abgelaufen oder nicht vollständig. Bitte beginnen Sie von vorn.',
  bought: 'Was Sie gespeichert hatten, ist gekauft. Hier können Sie etwas anderes versichern.',
  tooLarge: 'Das ist zu viel, um es zu speichern. Bitte machen Sie jetzt weiter.',
  endorsementTooOld:
    'Dieser Link ist abgelaufen oder nicht vollständig. Bitte lassen Sie sich einen neuen geben.',
  endorsementTitle: 'Schutz ändern',
  endorsementOf: (number, day) => `Police ${number}, ab dem ${day}.`,
  endorsementNow: 'Jetzt ändern',
  endorsementDone: 'Ihr Schutz ist geändert',
  endorsementNotNow: 'Diese Police lässt sich im Moment nicht ändern. Bitte sprechen Sie mit uns.',
  endorsementNothing: (price) =>
    `Sie zahlen jetzt ${price}. Ändern Sie eine Antwort und sehen Sie, was daraus wird.`,
  endorsementPay: (sum) => `${sum} sind zu zahlen, bevor es gilt.`,
  endorsementInstalment: (sum, day) =>
    `${sum} mehr mit der nächsten Zahlung${day && ` am ${day}`}.`,
  endorsementCredit: (sum) => `${sum} weniger mit der nächsten Zahlung.`,
  endorsementRefund: (sum) => `Sie bekommen ${sum} zurück.`,
  endorsementFree: 'Jetzt ist nichts zu zahlen.',
  endorsementDue: (sum, day) =>
    `Ihre Änderung ist bereit und gilt, sobald ${sum} gezahlt sind, spätestens bis zum ${day}.`,
  endorsementMoved:
    'Diese Police hat sich inzwischen geändert. Laden Sie die Seite neu; Ihre Antworten bleiben.',
  endorsementInstead: 'Etwas anderes ändern',
  endorsementPayRefused: 'Das lässt sich nicht mehr zahlen. Bitte öffnen Sie den Link noch einmal.',
}

const fr: LaterWords = {
  savedTitle: 'Enregistré',
  saved: (day) =>
    `Avec ce lien, vous pouvez continuer jusqu’au ${day}, sur n’importe quel appareil. Toute personne qui l’a voit ce que vous avez saisi.`,
  link: 'Votre lien',
  copy: 'Copier',
  copied: 'Copié',
  welcomeBack: 'Heureux de vous revoir : vos réponses sont là.',
  tooOld: 'Ce lien a expiré ou n’est pas complet. Veuillez recommencer.',
  bought: 'Ce que vous aviez enregistré a été acheté. Vous pouvez assurer autre chose ici.',
  tooLarge: 'C’est trop pour être enregistré. Veuillez continuer maintenant.',
  endorsementTooOld: 'Ce lien a expiré ou n’est pas complet. Veuillez en demander un nouveau.',
  endorsementTitle: 'Modifier votre couverture',
  endorsementOf: (number, day) => `Police ${number}, à partir du ${day}.`,
  endorsementNow: 'Modifier maintenant',
  endorsementDone: 'Votre couverture est modifiée',
  endorsementNotNow:
    'Cette police ne peut pas être modifiée pour le moment. Veuillez nous contacter.',
  endorsementNothing: (price) =>
    `Vous payez actuellement ${price}. Modifiez une réponse pour voir le résultat.`,
  endorsementPay: (sum) => `${sum} à payer avant l’entrée en vigueur.`,
  endorsementInstalment: (sum, day) =>
    `${sum} de plus avec le prochain paiement${day && ` du ${day}`}.`,
  endorsementCredit: (sum) => `${sum} de moins avec le prochain paiement.`,
  endorsementRefund: (sum) => `${sum} vous seront remboursés.`,
  endorsementFree: 'Rien à payer maintenant.',
  endorsementDue: (sum, day) =>
    `Votre modification est prête et s’applique dès que ${sum} sont payés, au plus tard le ${day}.`,
  endorsementMoved:
    'Cette police a changé entre-temps. Rechargez la page ; vos réponses sont conservées.',
  endorsementInstead: 'Modifier autre chose',
  endorsementPayRefused: 'Ce paiement n’est plus possible. Veuillez rouvrir le lien.',
}

const typeset = typesetAll(fr, 'fr')

/** What the pieces say that are loaded later: with them, so that nobody else waits for it. */
export function laterWords(language: string): LaterWords {
  return { de, fr: typeset }[baseOf(language)] ?? en
}
