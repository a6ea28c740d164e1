import type { LocalTexts } from '../product-definition.ts'
import type { Part } from './part.ts'

export interface Languages {
  readonly languages: readonly string[]
  readonly defaultLanguage: string
}

/** A text, or one for each language: at least for the default one, which others fall back on. */
export function readLocalTexts(part: Part, product: Languages, fix: string): LocalTexts {
  const { defaultLanguage, languages } = product
  if (typeof part.value !== 'object' || part.value === null) {
    return { [defaultLanguage]: part.text(fix) }
  }
  if (!part.hasOnly(languages)) return { [defaultLanguage]: '' }
  const given = languages.filter((language) => !part.member(language).isAbsent)
  const texts = given.map((language) => [language, part.member(language).text(fix)] as const)
  const fallback = part.member(defaultLanguage).text('Write it in the default language too.')
  return { ...Object.fromEntries(texts), [defaultLanguage]: fallback }
}

/** Whether each language has a text of its own, or one was written for all. */
export function missingLanguages(texts: LocalTexts, languages: readonly string[]): string[] {
  if (Object.keys(texts).length <= 1) return []
  return languages.filter((language) => !Object.hasOwn(texts, language))
}

/** What stands for a language. */
export function localText(
  texts: LocalTexts | undefined,
  language: string,
  fallback: string,
): string {
  return texts !== undefined && Object.hasOwn(texts, language)
    ? (texts[language] ?? fallback)
    : fallback
}

/** A text for every language of a product, for the caller to choose from. */
export function inAllLanguages(
  texts: LocalTexts | undefined,
  languages: readonly string[],
  fallback: string,
): Record<string, string> {
  return Object.fromEntries(
    languages.map((language) => [language, localText(texts, language, fallback)]),
  )
}
