import { provideLanguages } from '@bindery/rules'
import { piece } from '../piece.ts'
import { baseOf } from '../form/locale.ts'
import { typesetAll } from '../form/typeset.ts'
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
  if (base === 'de') {
    const { de, sentences } = await piece(import('./de.ts'))
    loaded.set(base, de)
    provideLanguages({ de: sentences })
  }
  if (base === 'fr') {
    const { fr, sentences } = await piece(import('./fr.ts'))
    loaded.set(base, typesetAll(fr, base))
    provideLanguages({ fr: sentences })
  }
  if (base === 'it') provideLanguages({ it: (await piece(import('./it.ts'))).sentences })
  return wordsIn(language)
}
