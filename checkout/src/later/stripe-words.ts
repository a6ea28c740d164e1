import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'

const en = {
  cardTitle: 'Your card',
  debitTitle: 'Your bank account',
  byStripe: 'You enter this in a form of Stripe, our payment service. We do not see it.',
  missing:
    'The form of our payment service could not be loaded: there is no connection to Stripe, or something in this browser blocks it. Nothing was charged.',
  again: 'Try again',
  tryAgain: 'Nothing was charged. Please check what you have entered, or pay in another way.',
  unknown:
    'There was no clear answer from the payment service. If the payment was made, this page goes on by itself; if the form is still here, please try again.',
  waitTitle: 'Your direct debit is on its way',
  wait: 'Your bank usually pays within a few days; it may take up to 14 business days. Your policy is issued when the money is here. You can close this page. Please do not pay again.',
  elsewhere:
    'You come back from your bank. If this form is open in another window, it goes on there. If you have confirmed the payment, please do not pay again: your policy is issued by itself.',
}
type StripeWords = typeof en

const de: StripeWords = {
  cardTitle: 'Ihre Karte',
  debitTitle: 'Ihr Bankkonto',
  byStripe:
    'Sie geben das in einem Formular von Stripe ein, unserem Zahlungsdienst. Wir sehen es nicht.',
  missing:
    'Das Formular unseres Zahlungsdienstes lässt sich nicht laden: Es gibt keine Verbindung zu Stripe, oder etwas in diesem Browser blockiert sie. Es wurde nichts belastet.',
  again: 'Noch einmal versuchen',
  tryAgain:
    'Es wurde nichts belastet. Bitte prüfen Sie Ihre Angaben, oder zahlen Sie auf einem anderen Weg.',
  unknown:
    'Der Zahlungsdienst hat nicht klar geantwortet. Kam die Zahlung zustande, geht es hier von selbst weiter; ist das Formular noch da, versuchen Sie es bitte noch einmal.',
  waitTitle: 'Ihre Lastschrift ist unterwegs',
  wait: 'Ihre Bank zahlt meist innert weniger Tage, spätestens nach 14 Bankarbeitstagen. Ihre Police wird ausgestellt, sobald das Geld da ist. Sie können diese Seite schliessen. Bitte zahlen Sie nicht noch einmal.',
  elsewhere:
    'Sie kommen von Ihrer Bank zurück. Ist dieses Formular in einem anderen Fenster offen, geht es dort weiter. Haben Sie die Zahlung bestätigt, zahlen Sie bitte nicht noch einmal: Ihre Police wird von selbst ausgestellt.',
}

const fr: StripeWords = {
  cardTitle: 'Votre carte',
  debitTitle: 'Votre compte bancaire',
  byStripe:
    'Vous saisissez ces données dans un formulaire de Stripe, notre service de paiement. Nous ne les voyons pas.',
  missing:
    'Le formulaire de notre service de paiement ne se charge pas : il n’y a pas de connexion à Stripe, ou quelque chose la bloque dans ce navigateur. Rien n’a été débité.',
  again: 'Réessayer',
  tryAgain: 'Rien n’a été débité. Veuillez vérifier vos données, ou payer autrement.',
  unknown:
    'Le service de paiement n’a pas répondu clairement. Si le paiement a abouti, la suite s’affiche d’elle-même ; si le formulaire est toujours là, veuillez réessayer.',
  waitTitle: 'Votre prélèvement est en cours',
  wait: 'Votre banque paie en général en quelques jours, au plus tard après 14 jours ouvrables. Votre police est établie dès que l’argent est arrivé. Vous pouvez fermer cette page. Veuillez ne pas payer une seconde fois.',
  elsewhere:
    'Vous revenez de votre banque. Si ce formulaire est ouvert dans une autre fenêtre, la suite s’y affiche. Si vous avez confirmé le paiement, veuillez ne pas payer une seconde fois : votre police s’établit d’elle-même.',
}

const typeset = typesetAll(fr, 'fr')

export function stripeWords(language: string): StripeWords {
  return { de, fr: typeset }[baseOf(language)] ?? en
}
