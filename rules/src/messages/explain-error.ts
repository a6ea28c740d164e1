import type { FieldError } from '../words/index.ts'
import type { Catalogue, Sentence } from './catalogue.ts'
import { en } from './en.ts'
import { type Words, wordsOf } from './words.ts'

/** The server has every language at hand; a page loads the one that its customer reads. */
const catalogues: Record<string, Catalogue> = { en }

/** Lets errors be explained in more languages than English. */
export function provideLanguages(more: Readonly<Record<string, Catalogue>>): void {
  Object.assign(catalogues, more)
}

/**
 * What is wrong with a field, in sentences for whoever fills it in. Made where an answer is
 * written: data that is fine never costs a sentence.
 */
export function explainError(error: FieldError, language: string): string {
  const { catalogue, words } = speak(language)
  const rules = error.rules ?? []
  const sentences =
    error.code === 'required'
      ? [plain(catalogue.required)]
      : rules.map((rule) => sentenceOf(rule, error, catalogue, words))
  const distinct = new Set(sentences.filter((sentence) => sentence !== ''))
  return distinct.size === 0 ? plain(catalogue.invalid) : [...distinct].join(' ')
}

function speak(language: string): { catalogue: Catalogue; words: Words } {
  const [base = ''] = language.toLowerCase().split('-')
  const catalogue = Object.hasOwn(catalogues, base) ? catalogues[base] : undefined
  return catalogue === undefined
    ? { catalogue: en, words: wordsOf('en') }
    : { catalogue, words: wordsOf(language) }
}

function sentenceOf(
  rule: string,
  { params, kind }: FieldError,
  catalogue: Catalogue,
  words: Words,
): string {
  const args = params?.[rule] ?? []
  // The catalogue is asked only for what it has.
  const sentence = Object.hasOwn(catalogue, rule) ? catalogue[rule as keyof Catalogue] : null
  if (typeof sentence === 'string') return sentence
  // A sentence that speaks of arguments is of no use where they are not known.
  if (sentence === null || args.length === 0) return plain(catalogue.invalid)
  return sentence({ args, kind: kind ?? null, words })
}

function plain(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : ''
}
