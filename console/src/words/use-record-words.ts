import { createElement, type ReactNode } from 'react'
import { useStore } from '../store.ts'
import { useLocale } from './formats.ts'
import { type Language, language } from './language.ts'
import { recordWords } from './records.ts'

const places: Readonly<Record<Language, 0 | 1>> = { en: 0, de: 1 }

/** What was recorded, in words, and with the name by which the API knows it beside. */
export function useRecordWords() {
  const place = places[useStore(language)]
  const locale = useLocale()
  /** What a later release records has a name alone. */
  const say = (name: string) => recordWords[name]?.[place] ?? name
  return {
    say,
    both: (name: string) => (name in recordWords ? `${say(name)} (${name})` : name),
    draw: (name: string): ReactNode =>
      name in recordWords
        ? createElement(
            'span',
            null,
            say(name),
            ' ',
            createElement('code', { className: 'quiet' }, name),
          )
        : createElement('code', null, name),
    /** Each by its words, as a list to choose from. */
    choices: (names: readonly string[]) =>
      names
        .map((value) => ({ value, title: say(value) }))
        .toSorted((one, other) => one.title.localeCompare(other.title, locale)),
  }
}
