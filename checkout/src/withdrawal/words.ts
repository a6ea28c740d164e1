import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'

/** The words of the two buttons are those of the law, § 356a BGB and directive 2023/2673. */
const en = {
  title: 'Withdraw from your contract',
  to: (insurer: string) => `Your declaration goes to ${insurer}. You need not give a reason.`,
  name: 'Your name',
  number: 'Policy number',
  numberHint: 'It is on your policy and in our mails.',
  email: 'E-mail address',
  emailHint: 'Use the address that your policy has.',
  emailHintMailed: 'We send the receipt there. Use the address that your policy has.',
  needed: 'Please fill this in.',
  noAddress: 'Please enter an e-mail address, such as name@example.com.',
  next: 'Continue',
  back: 'Change something',
  checkTitle: 'Please check and confirm',
  declaration: (number: string) => `I withdraw from the contract with the policy number ${number}.`,
  declares: 'With the button you declare the withdrawal.',
  getsHere: 'You get a receipt with date and time at once.',
  getsMailed: 'You get a receipt with date and time at once, here and by e-mail.',
  thenEnds:
    'If you withdraw in time, the contract ends and you get your money back as the law says.',
  confirm: 'Confirm withdrawal',
  sending: 'Sending…',
  doneTitle: 'We have received your withdrawal',
  received: 'Received',
  reference: 'Reference',
  keep: 'This page is your receipt: please print or save it.',
  mailed: (email: string) => `A receipt is sent to ${email}.`,
  weWrite: 'We write to you once the contract has ended, or if we have a question.',
  print: 'Print',
  tooOften: 'Too many declarations came from your network. Please try again in a minute.',
  unreached:
    'There is no connection to the server. Your declaration has not been received yet: please try again.',
  unknown: 'There is no such page. Please use the link in your policy, or write to your insurer.',
  test: 'Test: no contract is ended.',
  loading: 'Loading…',
}
export type WithdrawalWords = typeof en

const de: WithdrawalWords = {
  title: 'Vertrag widerrufen',
  to: (insurer) => `Ihre Erklärung geht an ${insurer}. Einen Grund müssen Sie nicht angeben.`,
  name: 'Ihr Name',
  number: 'Vertragsnummer',
  numberHint: 'Sie steht auf Ihrer Police und in unseren E-Mails.',
  email: 'E-Mail-Adresse',
  emailHint: 'Am besten ist die Adresse, die zu Ihrem Vertrag gehört.',
  emailHintMailed:
    'Dorthin senden wir die Eingangsbestätigung. Am besten ist die Adresse, die zu Ihrem Vertrag gehört.',
  needed: 'Bitte füllen Sie dieses Feld aus.',
  noAddress: 'Bitte geben Sie eine E-Mail-Adresse an, zum Beispiel name@example.com.',
  next: 'Weiter',
  back: 'Etwas ändern',
  checkTitle: 'Bitte prüfen und bestätigen',
  declaration: (number) => `Ich widerrufe den Vertrag mit der Nummer ${number}.`,
  declares: 'Mit der Schaltfläche erklären Sie den Widerruf.',
  getsHere: 'Sie erhalten sofort eine Bestätigung mit Datum und Uhrzeit.',
  getsMailed: 'Sie erhalten sofort eine Bestätigung mit Datum und Uhrzeit, hier und per E-Mail.',
  thenEnds:
    'Ist der Widerruf fristgerecht, endet der Vertrag und Sie erhalten Ihr Geld nach den gesetzlichen Regeln zurück.',
  confirm: 'Widerruf bestätigen',
  sending: 'Wird gesendet …',
  doneTitle: 'Ihr Widerruf ist eingegangen',
  received: 'Eingegangen',
  reference: 'Kennung',
  keep: 'Diese Seite ist Ihre Bestätigung: Bitte drucken oder speichern Sie sie.',
  mailed: (email) => `Eine Bestätigung geht an ${email}.`,
  weWrite: 'Wir schreiben Ihnen, sobald der Vertrag beendet ist, oder wenn wir eine Frage haben.',
  print: 'Drucken',
  tooOften:
    'Aus Ihrem Netz kamen zu viele Erklärungen. Bitte versuchen Sie es in einer Minute noch einmal.',
  unreached:
    'Der Server ist nicht zu erreichen. Ihre Erklärung ist noch nicht eingegangen: Bitte versuchen Sie es noch einmal.',
  unknown:
    'Diese Seite gibt es nicht. Bitte nehmen Sie den Link in Ihrer Police, oder schreiben Sie Ihrem Versicherer.',
  test: 'Test: Es wird kein Vertrag beendet.',
  loading: 'Wird geladen …',
}

const fr: WithdrawalWords = {
  title: 'Se rétracter du contrat',
  to: (insurer) =>
    `Votre déclaration est adressée à ${insurer}. Vous n’avez pas à donner de motif.`,
  name: 'Votre nom',
  number: 'Numéro de police',
  numberHint: 'Il figure sur votre police et dans nos e-mails.',
  email: 'Adresse e-mail',
  emailHint: 'Indiquez de préférence l’adresse liée à votre police.',
  emailHintMailed:
    'Nous y envoyons l’accusé de réception. Indiquez de préférence l’adresse liée à votre police.',
  needed: 'Veuillez remplir ce champ.',
  noAddress: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
  next: 'Continuer',
  back: 'Modifier',
  checkTitle: 'Veuillez vérifier et confirmer',
  declaration: (number) => `Je me rétracte du contrat portant le numéro ${number}.`,
  declares: 'Ce bouton vaut déclaration de rétractation.',
  getsHere: 'Vous recevez aussitôt un accusé de réception avec la date et l’heure.',
  getsMailed:
    'Vous recevez aussitôt un accusé de réception avec la date et l’heure, ici et par e-mail.',
  thenEnds: 'Si vous respectez le délai, le contrat prend fin et vous êtes remboursé selon la loi.',
  confirm: 'Confirmer la rétractation',
  sending: 'Envoi en cours…',
  doneTitle: 'Nous avons reçu votre rétractation',
  received: 'Reçue le',
  reference: 'Référence',
  keep: 'Cette page est votre accusé de réception : veuillez l’imprimer ou l’enregistrer.',
  mailed: (email) => `Un accusé de réception est envoyé à ${email}.`,
  weWrite: 'Nous vous écrirons dès que le contrat aura pris fin, ou en cas de question.',
  print: 'Imprimer',
  tooOften: 'Trop de déclarations proviennent de votre réseau. Veuillez réessayer dans une minute.',
  unreached:
    'Le serveur est injoignable. Votre déclaration n’a pas encore été reçue : veuillez réessayer.',
  unknown: 'Cette page n’existe pas. Utilisez le lien de votre police ou écrivez à votre assureur.',
  test: 'Test : aucun contrat ne prend fin.',
  loading: 'Chargement…',
}

const it: WithdrawalWords = {
  title: 'Recedere dal contratto',
  to: (insurer) =>
    `La dichiarazione è indirizzata a ${insurer}. Non è necessario indicare un motivo.`,
  name: 'Nome e cognome',
  number: 'Numero di polizza',
  numberHint: 'Si trova sulla polizza e nelle nostre e-mail.',
  email: 'Indirizzo e-mail',
  emailHint: 'È preferibile l’indirizzo indicato nella polizza.',
  emailHintMailed: 'Vi inviamo la conferma. È preferibile l’indirizzo indicato nella polizza.',
  needed: 'Compili questo campo.',
  noAddress: 'Indichi un indirizzo e-mail, per esempio nome@example.com.',
  next: 'Continua',
  back: 'Modifica',
  checkTitle: 'Verifichi e confermi',
  declaration: (number) => `Recedo dal contratto con il numero di polizza ${number}.`,
  declares: 'Con il pulsante dichiara il recesso.',
  getsHere: 'Riceve subito una conferma con data e ora.',
  getsMailed: 'Riceve subito una conferma con data e ora, qui e per e-mail.',
  thenEnds:
    'Se il recesso è tempestivo, il contratto termina e il premio è rimborsato secondo la legge.',
  confirm: 'Conferma il recesso',
  sending: 'Invio in corso…',
  doneTitle: 'Abbiamo ricevuto il suo recesso',
  received: 'Ricevuto',
  reference: 'Riferimento',
  keep: 'Questa pagina è la sua conferma: la stampi o la salvi.',
  mailed: (email) => `Una conferma è inviata a ${email}.`,
  weWrite: 'Le scriveremo quando il contratto sarà terminato o se avremo domande.',
  print: 'Stampa',
  tooOften: 'Troppe dichiarazioni dalla sua rete. Riprovi tra un minuto.',
  unreached:
    'Il server non è raggiungibile. La dichiarazione non è ancora stata ricevuta: riprovi.',
  unknown: 'Questa pagina non esiste. Usi il link della polizza o scriva al suo assicuratore.',
  test: 'Prova: nessun contratto termina.',
  loading: 'Caricamento…',
}

/** In the language that was asked for; English where there is none. */
export function withdrawalWords(language: string): WithdrawalWords {
  const base = baseOf(language)
  return base === 'fr' ? typesetAll(fr, base) : ({ de, it }[base] ?? en)
}

export const spokenLanguages = ['en', 'de', 'fr', 'it'] as const
