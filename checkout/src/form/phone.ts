import type { PhoneNumber } from '@bindery/rules'
import { phoneEngine } from '@bindery/rules/engines/phone-engine'
import { countryOf } from './country.ts'

export { phoneEngine }

/** How a field takes telephone numbers. */
export interface Phones {
  /** Whose numbers may be written as they are at home. */
  readonly countries: readonly string[]
  /** Whether the rule takes them so; else it wants the code of the country. */
  readonly isNational: boolean
}

/** Of the rule `phone_number:CH`, or of the country that the product is sold in where it names none. */
export function phonesOf(validation: string, form: Parameters<typeof countryOf>[0]): Phones {
  const [, named] = /(?:^|\|)\s*phone_number\s*:([^|]*)/.exec(validation) ?? []
  const countries = named?.split(',').map((code) => code.trim())
  if (countries !== undefined) return { countries, isNational: countries.length === 1 }
  const home = countryOf(form)
  return { countries: home === null ? [] : [home], isNational: false }
}

/** A number as the rule wants it; null where it is none. */
export function readPhone(text: string, phones: Phones): string | null {
  const number = numberIn(text, phones)
  if (number === null) return null
  return isAbroad(text) || !phones.isNational ? number.international : number.national
}

/** A number as people of the country write it; one of another country with its code. */
export function writePhone(value: string, phones: Phones): string {
  const number = numberIn(value, phones)
  if (number === null) return value
  const [home, ...others] = phones.countries
  return others.length === 0 && number.country === home ? number.national : number.international
}

/** What a number looks like there; empty where nobody knows. */
export function phoneExample({ countries }: Phones): string {
  const example = phoneEngine.example(countries[0] ?? 'CH')
  if (example === null) return ''
  return countries.length === 1 ? example.national : example.international
}

/** The code of a country, for an example, that is none of these. */
export function codeElsewhere({ countries }: Phones): string {
  return countries.includes('CH') ? '+49' : '+41'
}

function numberIn(text: string, { countries }: Phones): PhoneNumber | null {
  if (isAbroad(text)) return phoneEngine.read(text.trim().replace(/^00/, '+'), null)
  for (const country of countries) {
    const number = phoneEngine.read(text, country)
    if (number !== null) return number
  }
  return null
}

/** Whether it begins with the code of a country, whichever. */
function isAbroad(text: string): boolean {
  return /^\s*(\+|00)/.test(text)
}
