import type { Json } from '../../kernel/index.ts'
import type { ParsedRule } from '../../rules/index.ts'

const samplePostalCodes: Readonly<Record<string, string>> = {
  AT: '1010',
  CH: '8001',
  DE: '10115',
  FR: '75001',
  GB: 'SW1A 1AA',
  IT: '00184',
  US: '10001',
}

const sampleTexts: Readonly<Record<string, string>> = {
  alnum_dash: 'Sample-1',
  bic: 'COBADEFFXXX',
  ch_postal_code: '8001',
  digits: '1',
  email: 'robin.sample@example.com',
  iban: 'DE89370400440532013000',
  imei: '490154203237518',
  iso_datetime: '2020-01-01T12:00:00+00:00',
  phone_number: '+4930901820',
  url: 'https://www.example.com',
  uuid: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
}

/**
 * A value that these rules are likely to accept, or undefined. It is a guess: rules that speak of
 * other fields or of patterns are not looked at, so the guess must be checked.
 */
export function sampleValue(name: string, rules: readonly ParsedRule[]): Json | undefined {
  const has = (rule: string): boolean => rules.some((one) => one.name === rule)
  const choices = argumentsOf(rules, 'in')
  if (choices !== undefined) return sampleChoice(choices[0] ?? '', has)
  if (has('regex') || has('in_dataset') || has('object')) return undefined
  if (has('required_false')) return false
  if (has('boolean') || has('accepted') || has('required_true')) return true
  if (has('integer') || has('numeric')) return sampleNumber(rules)
  if (has('iso_date')) return sampleDay(rules)
  if (has('array')) return []
  return sampleText(name, rules)
}

function argumentsOf(rules: readonly ParsedRule[], name: string): readonly string[] | undefined {
  return rules.find((rule) => rule.name === name)?.arguments
}

function sampleChoice(choice: string, has: (rule: string) => boolean): Json {
  if (has('integer') || has('numeric')) return Number(choice)
  return has('boolean') ? choice === 'true' : choice
}

function sampleNumber(rules: readonly ParsedRule[]): number {
  const least = argumentsOf(rules, 'min') ?? argumentsOf(rules, 'between')
  const above = argumentsOf(rules, 'gt')
  const most = argumentsOf(rules, 'max') ?? argumentsOf(rules, 'lt')
  if (least !== undefined) return Number(least[0])
  if (above !== undefined) return Number(above[0]) + 1
  return Math.min(1, Number(most?.[0] ?? 1))
}

/** A phrase, so that the day stays right whenever the sample is used. */
function sampleDay(rules: readonly ParsedRule[]): string {
  const mustBeLater = rules.some((rule) => rule.name === 'after' || rule.name === 'after_or_equal')
  return mustBeLater ? '+120 days' : '-30 years'
}

function sampleText(name: string, rules: readonly ParsedRule[]): string | undefined {
  const country = argumentsOf(rules, 'postal_code')?.[0]
  if (country !== undefined) return samplePostalCodes[country]
  const digits = argumentsOf(rules, 'digits') ?? argumentsOf(rules, 'digits_between')
  if (digits !== undefined) return '1'.repeat(Number(digits[0]))
  const kind = rules.find((rule) => Object.hasOwn(sampleTexts, rule.name))?.name
  if (kind !== undefined) return sampleTexts[kind]
  return ofLength(name.includes('email') ? 'robin.sample@example.com' : 'Sample', rules)
}

const sampleLengthMax = 1_000

function ofLength(text: string, rules: readonly ParsedRule[]): string {
  const size = argumentsOf(rules, 'size')
  const least = size ?? argumentsOf(rules, 'min') ?? argumentsOf(rules, 'between')
  const most = size ?? argumentsOf(rules, 'max')
  const longEnough = text.padEnd(Math.min(Number(least?.[0] ?? 0), sampleLengthMax), 'a')
  return longEnough.slice(0, Number(most?.[0] ?? sampleLengthMax))
}
