import { defineWords } from '../words/language.ts'

export const signInWords = defineWords({
  en: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    passkey: 'Use a passkey',
    passkeyRefused: 'The passkey was not accepted.',
    byCompany: 'Sign in with your company',
    byPassword: 'Sign in with a password',
    company: 'Company',
    companyHint:
      'Your company’s short name here, such as demo-insurance. Your administrator knows it.',
    companyElsewhere: 'Sign in with your company in the new tab. This page goes on by itself.',
    continue: 'Continue',
    wentWrong: 'Something went wrong. Try again.',
    code: 'Code',
    codeTitle: 'Enter your code',
    codeHint:
      'Open your authenticator app and enter its six digits, or use one of your recovery codes.',
    failed: 'Signing in has failed. Try again.',
    failures: {
      single_sign_on_not_set_up: 'There is no company sign-in under this name. Check the name.',
      sign_in_expired: 'Signing in took too long, or the page was opened twice. Try again.',
      provider_unavailable: 'Your company’s sign-in cannot be reached. Try again later.',
      provider_refused: 'Your company’s sign-in refused you. Ask your administrator.',
      provider_untrusted:
        'The answer of your company’s sign-in is not valid. Ask your administrator.',
      groups_incomplete: 'Your company’s sign-in did not list your groups. Ask your administrator.',
      email_missing: 'Your company’s sign-in did not give your e-mail address.',
      email_not_verified: 'Your company has not verified your e-mail address.',
      email_taken: 'Your e-mail address belongs to another person here. Ask your administrator.',
      not_invited: 'You are not invited yet. Ask your administrator.',
      not_a_member: 'You no longer belong to this account. Ask your administrator.',
      no_role: 'You have no role in this account. Ask your administrator.',
    },
    welcome: 'Welcome to Bindery',
    join: 'Join',
    choosePassword: 'Choose a password to join. ',
    passwordHint: 'Use 12 characters or more. Several words are a good password.',
    newPasswordTitle: 'Choose a new password',
    savePassword: 'Save the password',
    signingIn: 'Signing in …',
    brokenTitle: 'This link does not work any more',
    brokenHint:
      'A link works once, and for a limited time. Ask your administrator for a new one, or ',
    brokenSignIn: 'sign in',
    noAccountHint: 'You belong to no account. Ask an administrator to invite you.',
    noAccount: 'No account',
  },
  de: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    passkey: 'Mit Passkey anmelden',
    passkeyRefused: 'Der Passkey wurde nicht angenommen.',
    byCompany: 'Über Ihr Unternehmen anmelden',
    byPassword: 'Mit Passwort anmelden',
    company: 'Unternehmen',
    companyHint:
      'Der Kurzname Ihres Unternehmens, zum Beispiel demo-insurance. Ihr Administrator kennt ihn.',
    companyElsewhere:
      'Melden Sie sich im neuen Tab über Ihr Unternehmen an. Diese Seite geht von selbst weiter.',
    continue: 'Weiter',
    wentWrong: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
    code: 'Code',
    codeTitle: 'Code eingeben',
    codeHint:
      'Öffnen Sie Ihre Authenticator-App und geben Sie die sechs Ziffern ein, oder einen Ihrer Wiederherstellungscodes.',
    failed: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut.',
    failures: {
      single_sign_on_not_set_up:
        'Unter diesem Namen gibt es keine Anmeldung über ein Unternehmen. Prüfen Sie den Namen.',
      sign_in_expired:
        'Die Anmeldung hat zu lange gedauert, oder die Seite war zweimal offen. Versuchen Sie es erneut.',
      provider_unavailable:
        'Die Anmeldung Ihres Unternehmens ist nicht erreichbar. Versuchen Sie es später erneut.',
      provider_refused:
        'Die Anmeldung Ihres Unternehmens hat Sie abgewiesen. Wenden Sie sich an Ihren Administrator.',
      provider_untrusted:
        'Die Antwort der Anmeldung Ihres Unternehmens ist ungültig. Wenden Sie sich an Ihren Administrator.',
      groups_incomplete:
        'Die Anmeldung Ihres Unternehmens hat Ihre Gruppen nicht genannt. Wenden Sie sich an Ihren Administrator.',
      email_missing: 'Die Anmeldung Ihres Unternehmens hat Ihre E-Mail-Adresse nicht genannt.',
      email_not_verified: 'Ihr Unternehmen hat Ihre E-Mail-Adresse nicht bestätigt.',
      email_taken:
        'Ihre E-Mail-Adresse gehört hier schon zu einer anderen Person. Wenden Sie sich an Ihren Administrator.',
      not_invited: 'Sie sind noch nicht eingeladen. Wenden Sie sich an Ihren Administrator.',
      not_a_member:
        'Sie gehören nicht mehr zu diesem Konto. Wenden Sie sich an Ihren Administrator.',
      no_role: 'Sie haben in diesem Konto keine Rolle. Wenden Sie sich an Ihren Administrator.',
    },
    welcome: 'Willkommen bei Bindery',
    join: 'Beitreten',
    choosePassword: 'Wählen Sie ein Passwort, um beizutreten. ',
    passwordHint: 'Mindestens 12 Zeichen. Mehrere Wörter ergeben ein gutes Passwort.',
    newPasswordTitle: 'Neues Passwort wählen',
    savePassword: 'Passwort speichern',
    signingIn: 'Anmeldung läuft …',
    brokenTitle: 'Dieser Link gilt nicht mehr',
    brokenHint:
      'Ein Link gilt einmal und nur für begrenzte Zeit. Bitten Sie Ihren Administrator um einen neuen, oder ',
    brokenSignIn: 'melden Sie sich an',
    noAccountHint: 'Sie gehören zu keinem Konto. Bitten Sie einen Administrator um eine Einladung.',
    noAccount: 'Kein Konto',
  },
})
