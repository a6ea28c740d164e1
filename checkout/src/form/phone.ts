import type { PhoneNumber } from '@bindery/rules'
import { phoneEngine } from '@bindery/rules/engines/phone-engine'
import { countryOf } from './country.ts'

export { phoneEngine }

/** How a field takes telephone numbers. */
export interface Phones {
  /** The countries whose numbers are expected. */
  readonly countries: readonly string[]
  /** Whether the rule accepts numbers without the code of the country. */
  readonly isNational: boolean
}

/** The countries of the rule `phone_number:CH`, or else the country that the product is sold in. */
export function phonesOf(validation: string, form: Parameters<typeof countryOf>[0]): Phones {
  const [, named] = /(?:^|\|)\s*phone_number\s*:([^|]*)/.exec(validation) ?? []
  const countries = named?.split(',').map((code) => code.trim())
  if (countries !== undefined) return { countries, isNational: countries.length === 1 }
  const home = countryOf(form)
  return { countries: home === null ? [] : [home], isNational: false }
}

/** Reads a telephone number in the format of the rule; null if the text is not one. */
export function readPhone(text: string, phones: Phones): string | null {
  const number = numberIn(text, phones)
  if (number === null) return null
  return isAbroad(text) || !phones.isNational ? number.international : number.national
}

/** A number in the national format; a number of another country with its code. */
export function writePhone(value: string, phones: Phones): string {
  const number = numberIn(value, phones)
  if (number === null) return value
  const [home, ...others] = phones.countries
  return others.length === 0 && number.country === home ? number.national : number.international
}

/** An example of a number in the country; empty if there is none. */
export function phoneExample({ countries }: Phones): string {
  const example = phoneEngine.example(countries[0] ?? 'CH')
  if (example === null) return ''
  return countries.length === 1 ? example.national : example.international
}

/** For an example: the code of a country that is none of these. */
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

/** Whether the text begins with the code of any country. */
function isAbroad(text: string): boolean {
  return /^\s*(\+|00)/.test(text)
}
