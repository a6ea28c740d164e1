import { createStore, useStore } from '../store.ts'

export type Language = 'en' | 'de'

const languageKey = 'bindery-console-language'

export const language = createStore<Language>(firstLanguage())

function firstLanguage(): Language {
  const chosen = localStorage.getItem(languageKey) ?? navigator.language
  return chosen.startsWith('de') ? 'de' : 'en'
}

export function chooseLanguage(next: Language): void {
  localStorage.setItem(languageKey, next)
  document.documentElement.lang = next
  language.set(next)
}

/** What an area says, in each language: the German text has exactly the words of the English one. */
export interface Words<Text> {
  readonly en: Text
  readonly de: Text
}

export function defineWords<Text>(words: Words<Text>): Words<Text> {
  return words
}

export function useWords<Text>(words: Words<Text>): Text {
  return words[useStore(language)]
}

/** Outside of components. */
export function wordsNow<Text>(words: Words<Text>): Text {
  return words[language.get()]
}
