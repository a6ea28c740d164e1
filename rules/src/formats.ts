import type { Json } from './words/index.ts'
import { isEmail, isUrl } from './addresses.ts'
import { engine } from './engines/engines.ts'
import type { ArgumentList, RuleFamily, RuleSpec } from './rule-spec.ts'

/** The library takes this long for a number, once for each country that it may belong to. */
const phoneSteps = 250
const ibanSteps = 50

/** Longer texts are none of these; a bound before the libraries see them. */
const formatLengthMax = 64

/** Numbers and codes that others hand out, each with its own check. */
export const formatRules = {
  phone_number: format({ rest: ['phone country'] }, phoneNumber, phoneSteps),
  email: format({}, () => isEmail),
  url: format({}, () => isUrl),
  uuid: format({}, () => (text) => uuidShape.test(text)),
  iban: format({}, iban, ibanSteps),
  bic: format({}, bic),
  imei: format({}, () => (text) => /^\d{15}$/.test(text) && hasLuhnDigit(text)),
  postal_code: format({ first: ['postal country'] }, ([country = '']) =>
    engine('postal').codesOf(country),
  ),
  ch_postal_code: format({}, () => engine('postal').codesOf('CH')),
} satisfies RuleFamily

type Holds = (text: string) => boolean

function format(
  args: ArgumentList,
  read: (args: readonly string[]) => Holds,
  stepsPerWay?: number,
): RuleSpec {
  return {
    takes: ['string'],
    judges: 'content',
    arguments: args,
    compile(written) {
      const holds = read(written)
      const passes = (value: Json) => typeof value === 'string' && holds(value)
      if (stepsPerWay === undefined) return { passes }
      const steps = stepsPerWay * (1 + written.length)
      return { passes, steps: () => steps }
    },
  }
}

function short(holds: Holds): Holds {
  return (text) => text.length <= formatLengthMax && holds(text)
}

function phoneNumber(args: readonly string[]): Holds {
  const phone = engine('phone')
  const countries = args.filter((code) => phone.isCountry(code))
  return short((text) => {
    if (text.startsWith('+')) return phone.isNumber(text, null)
    return countries.some((country) => phone.isNumber(text, country))
  })
}

function iban(): Holds {
  const bank = engine('bank')
  return short((text) => bank.isIban(text))
}

function bic(): Holds {
  const bank = engine('bank')
  return short((text) => bank.isBic(text))
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function hasLuhnDigit(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
