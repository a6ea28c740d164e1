// Only the full metadata distinguishes existing numbers from numbers of a possible length.
import {
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { CountryCode, PhoneNumber as Parsed } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import type { PhoneEngine, PhoneNumber } from './engines.ts'

export const phoneEngine: PhoneEngine = {
  isCountry,
  isNumber: (text, country) => parse(text, country) !== null,
  read(text, country) {
    const number = parse(text, country)
    return number === null ? null : written(number)
  },
  example(country) {
    const number = isCountry(country) ? getExampleNumber(country, examples) : undefined
    return number === undefined ? null : written(number)
  },
}

function isCountry(code: string): code is CountryCode {
  return /^[A-Z]{2}$/.test(code) && isSupportedCountry(code)
}

/** Null where the number does not exist. */
function parse(text: string, country: string | null): Parsed | null {
  const defaultCountry = country !== null && isCountry(country) ? country : undefined
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  if (number === undefined || !number.isValid()) return null
  // A national form may belong to a neighbour that shares the country's calling code.
  const isThere = (number.country ?? defaultCountry) === defaultCountry
  return isThere || defaultCountry === undefined ? number : null
}

function written(number: Parsed): PhoneNumber {
  return {
    country: number.country ?? null,
    national: number.formatNational(),
    international: number.formatInternational(),
  }
}
