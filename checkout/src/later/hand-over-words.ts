import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'

const en = {
  title: 'Read this before you buy',
  open: 'Please open each document; you can save it there. After that you can buy. Each opens in a new window.',
  complete: 'You have received all of these documents.',
  notOpened: 'not opened yet',
  opened: 'opened',
  sent: 'sent to you by e-mail',
}

type HandoverWords = typeof en

const de: HandoverWords = {
  title: 'Bitte vor dem Abschluss lesen',
  open: 'Bitte öffnen Sie jedes Dokument; dort können Sie es speichern. Danach können Sie abschliessen. Jedes öffnet sich in einem neuen Fenster.',
  complete: 'Sie haben alle diese Dokumente erhalten.',
  notOpened: 'noch nicht geöffnet',
  opened: 'geöffnet',
  sent: 'per E-Mail an Sie gesandt',
}

const fr: HandoverWords = {
  title: 'À lire avant de conclure',
  open: 'Veuillez ouvrir chaque document ; vous pouvez l’enregistrer. Ensuite, vous pouvez conclure. Chacun s’ouvre dans une nouvelle fenêtre.',
  complete: 'Vous avez reçu tous ces documents.',
  notOpened: 'pas encore ouvert',
  opened: 'ouvert',
  sent: 'envoyé par e-mail',
}

const typeset = typesetAll(fr, 'fr')

export function handoverWords(language: string): HandoverWords {
  return { de, fr: typeset }[baseOf(language)] ?? en
}
