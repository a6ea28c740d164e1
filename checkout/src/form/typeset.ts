import { baseOf } from './locale.ts'

/** In French a blank that is narrow and breaks no line stands before these marks, and inside of quotation marks. */
export function typeset(text: string, language: string): string {
  if (baseOf(language) !== 'fr') return text
  return text.replaceAll(/[ \u00a0](?=[:;!?»])|(?<=«)[ \u00a0]/g, '\u202f')
}

/** All that is said in a language, so that whoever writes it need not think of its blanks. */
export function typesetAll<Words extends object>(words: Words, language: string): Words {
  const set = (said: unknown): unknown => {
    if (typeof said === 'string') return typeset(said, language)
    if (typeof said !== 'function') return said
    return (...args: unknown[]) => set((said as (...all: unknown[]) => unknown)(...args))
  }
  // Each member is what it was, but for its blanks.
  return Object.fromEntries(Object.entries(words).map(([name, said]) => [name, set(said)])) as Words
}
