import { baseOf } from '../form/locale.ts'

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
}

/** What the pieces say that are loaded later: with them, so that nobody else waits for it. */
export function laterWords(language: string): LaterWords {
  return { de, fr }[baseOf(language)] ?? en
}
