import { baseOf } from './locale.ts'

/** In French a blank that is narrow and breaks no line stands before these marks, and inside of quotation marks. */
export function typeset(text: string, language: string): string {
  if (baseOf(language) !== 'fr') return text
  return text.replaceAll(/[ \u00a0](?=[:;!?»])|(?<=«)[ \u00a0]/g, '\u202f')
}

/** Typesets all texts of a language, so that its authors need not insert special blanks. */
export function typesetAll<Words extends object>(words: Words, language: string): Words {
  const set = (entry: unknown): unknown => {
    if (typeof entry === 'string') return typeset(entry, language)
    if (typeof entry !== 'function') return entry
    return (...args: unknown[]) => set((entry as (...all: unknown[]) => unknown)(...args))
  }
  // Each member keeps its type; only the blanks in its texts change.
  return Object.fromEntries(
    Object.entries(words).map(([name, entry]) => [name, set(entry)]),
  ) as Words
}
