import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import type { PostalEngine } from './engines.ts'

export const postalEngine: PostalEngine = { isCountry: isPostalCountry, codesOf: postalCode }

/** Longer texts are no postal codes; a bound before the library sees them. */
const codeLengthMax = 16

/**
 * The library knows how a code is written, not which ones are given out: it takes 0000 for most
 * countries. These are beginnings that no code of the country has.
 */
const unusedBeginnings: readonly (readonly [RegExp, string])[] = [
  [
    /^0/,
    'CH BE NL LU HU SI BG HR EE GR CZ SE CY MD MK AL IS FO PT BA RS XK LV ' +
      'IL EG MA TN CL UY PY VE IN TW TH ID RU BD PK SA JO IQ',
  ],
  [/^00/, 'DE SK MX BR TR UA KZ RO CN SG KR MY NZ DZ LA PE VN'],
  [/^000/, 'FR JP'],
  [/^0000/, 'IT'],
  [/^0[01]/, 'AU'],
  [/^00(?:[0-4]|500)/, 'US'],
]

/** Where the library leaves out codes that are given out: Planken is 9498. */
const wider: ReadonlyMap<string, RegExp> = new Map([['LI', /^94(?:8[5-9]|9[0-8])$/]])

const unusedIn: ReadonlyMap<string, RegExp> = new Map(
  unusedBeginnings.flatMap(([beginning, countries]) =>
    countries.split(' ').map((country) => [country, beginning] as const),
  ),
)

function isPostalCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && postcodeValidatorExistsForCountry(code)
}

/** A code that the country may have given out. */
function postalCode(country: string): (text: string) => boolean {
  const unused = unusedIn.get(country)
  const shape = wider.get(country)
  return (text) => {
    if (text.length === 0 || text.length > codeLengthMax) return false
    if (!(shape?.test(text) ?? postcodeValidator(text, country))) return false
    const digits = text.replaceAll(/\D/g, '')
    return !isAllZeros(digits) && unused?.test(digits) !== true
  }
}

/** Nobody lives there, in any country. */
function isAllZeros(digits: string): boolean {
  return /^0+$/.test(digits)
}
