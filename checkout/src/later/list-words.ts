import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'

const en = {
  /** Where the product does not say what one is called. */
  entry: 'Entry',
  add: (entry: string) => `Add ${entry.charAt(0).toLowerCase()}${entry.slice(1)}`,
  remove: 'Remove',
  removed: (entry: string) => `${entry} removed.`,
  atMost: (count: number) => `At most ${count}.`,
}
type ListWords = typeof en

const de: ListWords = {
  entry: 'Eintrag',
  add: (entry) => `${entry} hinzufügen`,
  remove: 'Entfernen',
  removed: (entry) => `${entry} entfernt.`,
  atMost: (count) => `Höchstens ${count}.`,
}

const fr: ListWords = {
  entry: 'Élément',
  add: (entry) => `Ajouter : ${entry.charAt(0).toLowerCase()}${entry.slice(1)}`,
  remove: 'Supprimer',
  removed: (entry) => `${entry} supprimé.`,
  atMost: (count) => `${count} au maximum.`,
}

const typeset = typesetAll(fr, 'fr')

export function listWords(language: string): ListWords {
  return { de, fr: typeset }[baseOf(language)] ?? en
}
