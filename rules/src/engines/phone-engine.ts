// Only the full metadata tells numbers that exist from numbers of a possible length.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import type { PhoneEngine } from './engines.ts'

export const phoneEngine: PhoneEngine = {
  isCountry,
  isNumber: (text, country) =>
    isPhoneNumber(text, country !== null && isCountry(country) ? country : undefined),
}

function isCountry(code: string): code is CountryCode {
  return /^[A-Z]{2}$/.test(code) && isSupportedCountry(code)
}

function isPhoneNumber(text: string, defaultCountry: CountryCode | undefined): boolean {
  const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false })
  if (number === undefined || !number.isValid()) return false
  // A national form may belong to a neighbour that shares the country's calling code.
  return (number.country ?? defaultCountry) === defaultCountry || defaultCountry === undefined
}
