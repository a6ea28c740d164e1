import type { Catalogue } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'

/** For programs that need every language, such as the server. */
export const everyLanguage: Readonly<Record<string, Catalogue>> = { en, de, fr, it }

/** The languages that errors are explained in; all others get English. */
export const explainedLanguages: readonly string[] = Object.keys(everyLanguage)
