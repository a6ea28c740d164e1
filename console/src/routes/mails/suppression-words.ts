import { defineWords } from '../../words/language.ts'

export const suppressionWords = defineWords({
  en: {
    address: 'Address',
    reason: 'Reason',
    reasons: {
      refused: 'Unknown to its server',
      bounced: 'A mail came back',
      person: 'By a person',
    },
    details: 'Details',
    reply: 'What the server said',
    note: 'Note',
    since: 'Since',
    mail: 'Mail',
    id: 'Id',
    suppress: 'Suppress an address',
    suppressHint:
      'No mail goes to it until it is released. Mails to it are given up and wait in the inbox.',
    release: 'Release',
    releaseHint:
      'Once it is released, mails go to it again. Those given up meanwhile are sent when you send them again.',
    released: 'Mails go to this address again.',
    none: 'No suppressed addresses',
    noneHint:
      'An address that its mail server does not know comes here by itself, and gets no mails.',
  },
  de: {
    address: 'Adresse',
    reason: 'Grund',
    reasons: {
      refused: 'Beim Mailserver unbekannt',
      bounced: 'E-Mail kam zurück',
      person: 'Von Hand',
    },
    details: 'Näheres',
    reply: 'Antwort des Mailservers',
    note: 'Notiz',
    since: 'Seit',
    mail: 'E-Mail',
    id: 'ID',
    suppress: 'Adresse sperren',
    suppressHint:
      'An diese Adresse geht nichts, bis sie freigegeben ist. E-Mails an sie warten im Eingang.',
    release: 'Freigeben',
    releaseHint:
      'Nach der Freigabe gehen E-Mails wieder an diese Adresse. Was inzwischen liegen blieb, senden Sie erneut.',
    released: 'E-Mails gehen wieder an diese Adresse.',
    none: 'Keine gesperrten Adressen',
    noneHint:
      'Eine Adresse, die ihr Mailserver nicht kennt, kommt von selbst hierher und bekommt keine E-Mails.',
  },
})
