import { defineWords } from '../words/language.ts'

export const viewWords = defineWords({
  en: {
    views: 'Views',
    view: 'Save view',
    saveNew: 'Save filters and columns as a view',
    name: 'Name of the view',
    share: 'Share with everybody',
    unshare: 'Only for me',
    save: 'Save',
    keep: 'Save the changes',
    remove: 'Remove',
    saved: (name: string) => `The view “${name}” is saved.`,
    removed: (name: string) => `The view “${name}” is removed.`,
    ofAnother: 'A colleague shares this view. Save it under another name to change it.',
    personal:
      'A view holds no names and no e-mail addresses, because others may see it. Clear these filters to save it.',
  },
  de: {
    views: 'Ansichten',
    view: 'Ansicht speichern',
    saveNew: 'Filter und Spalten als Ansicht speichern',
    name: 'Name der Ansicht',
    share: 'Für alle sichtbar',
    unshare: 'Nur für mich',
    save: 'Speichern',
    keep: 'Änderungen speichern',
    remove: 'Löschen',
    saved: (name: string) => `Die Ansicht „${name}“ ist gespeichert.`,
    removed: (name: string) => `Die Ansicht „${name}“ ist gelöscht.`,
    ofAnother:
      'Diese Ansicht gehört jemand anderem. Speichern Sie sie unter einem anderen Namen, um sie zu ändern.',
    personal:
      'Eine Ansicht enthält keine Namen und keine E-Mail-Adressen, weil andere sie sehen können. Löschen Sie diese Filter, um sie zu speichern.',
  },
})
