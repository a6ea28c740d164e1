import { defineWords } from '../../words/language.ts'

export const meWords = defineWords({
  en: {
    title: 'Your sign-in',
    accounts: 'Your accounts',
    sessions: 'Where you are signed in',
    since: 'since',
    thisBrowser: 'This browser',
    end: 'End',
    signOut: 'Sign out',
    reference: 'The API reference lists everything that you can do here.',
    setPassword: 'Set a password',
    setPasswordHint:
      'You signed in by a link, which works once. Use 12 characters or more; several words are a good password.',
    savePassword: 'Save the password',
    newPassword: 'New password',
    passwordSaved: 'Your password is saved. Use it the next time.',
    methods: {
      password: 'Password',
      password_and_code: 'Password and code',
      passkey: 'Passkey',
      single_sign_on: 'Company sign-in',
      link: 'Link',
    },
  },
  de: {
    title: 'Ihre Anmeldung',
    accounts: 'Ihre Konten',
    sessions: 'Wo Sie angemeldet sind',
    since: 'seit',
    thisBrowser: 'Dieser Browser',
    end: 'Beenden',
    signOut: 'Abmelden',
    reference: 'Die API-Referenz nennt alles, was Sie hier tun können.',
    setPassword: 'Passwort festlegen',
    setPasswordHint:
      'Sie haben sich mit einem Link angemeldet, der nur einmal gilt. Mindestens 12 Zeichen; mehrere Wörter ergeben ein gutes Passwort.',
    savePassword: 'Passwort speichern',
    newPassword: 'Neues Passwort',
    passwordSaved: 'Ihr Passwort ist gespeichert. Verwenden Sie es beim nächsten Mal.',
    methods: {
      password: 'Passwort',
      password_and_code: 'Passwort und Code',
      passkey: 'Passkey',
      single_sign_on: 'Anmeldung über das Unternehmen',
      link: 'Link',
    },
  },
})
