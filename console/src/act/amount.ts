import { readMoney } from '@bindery/checkout/form/numbers'
import { useStore } from '../store.ts'
import { language } from '../words/language.ts'

const tags = { en: 'en-GB', de: 'de-DE' } as const

/** Reads an amount as it is typed in the language of the page, in whole minor units. */
export function useReadAmount(currency: string): (text: string) => number | null {
  const tag = tags[useStore(language)]
  return (text) => readMoney(text, tag, currency)
}
