import { baseOf } from '../form/locale.ts'
import { en } from './en.ts'
import type { Words } from './words.ts'

const loaded = new Map<string, Words>([['en', en]])

/** The words of a language as far as they are there; English until then. */
export function wordsIn(language: string): Words {
  return loaded.get(baseOf(language)) ?? en
}

/** Most people read one language: the others stay where they are. */
export async function loadWords(language: string): Promise<Words> {
  const base = baseOf(language)
  if (base === 'de') loaded.set(base, (await import('./de.ts')).de)
  if (base === 'fr') loaded.set(base, (await import('./fr.ts')).fr)
  return wordsIn(language)
}
