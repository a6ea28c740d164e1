import type { Part } from './part.ts'
import { quoted } from './part.ts'

const keyLengthMax = 64
const slug = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
const languageTag = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** A key names a thing in addresses, files and commands, so it is a slug. */
export function readKey(part: Part): string {
  const fix = 'Use lower-case letters and digits, joined by single dashes, for example e-bike.'
  const key = part.matching(slug, fix)
  if (key.length > keyLengthMax) {
    part.refuse(`${part.label} is longer than ${keyLengthMax} characters.`, 'Choose a shorter one.')
  }
  return key
}

/** Keys are how a later push finds the same thing again, so no two may be alike. */
export function refuseRepeats(parts: readonly Part[], named = 'key'): void {
  const seen = new Set<unknown>()
  for (const part of parts) {
    const key = named === '' ? part : part.member(named)
    if (typeof key.value !== 'string') continue
    if (seen.has(key.value)) {
      key.refuse(`${quoted(key.value)} is used twice.`, 'Give each entry one of its own.')
    }
    seen.add(key.value)
  }
}

function isLanguage(tag: string): boolean {
  return languageTag.test(tag) && languageNames.of(tag) !== undefined
}

export function readLanguages(part: Part): string[] {
  const entries = part.filledList('List the languages, for example [en, de].')
  refuseRepeats(entries, '')
  return entries.map((entry) => {
    const tag = entry.text('Write a language code such as de or de-CH.')
    if (tag !== '' && !isLanguage(tag)) {
      entry.refuse(
        `${quoted(tag)} is not a language code.`,
        'Write a code such as de, fr or de-CH.',
      )
    }
    return tag
  })
}
