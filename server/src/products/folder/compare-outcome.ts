import { isDeepStrictEqual } from 'node:util'
import { type FieldError, type Json, type JsonObject, nearestWord } from '../../kernel/index.ts'
import { type PricedOutcome, allOutputsOf } from '../../pricing/index.ts'
import type { ProductTest } from '../product-definition.ts'

/** How an outcome differs from the expected one, in sentences; empty when it does not. */
export function differences(expect: ProductTest['expect'], actual: PricedOutcome): string[] {
  if (actual.outcome === 'failed') {
    const fix = actual.fix === undefined ? '' : `. ${actual.fix}`
    return [`The calculation failed at ${actual.place}: ${actual.reason}${fix}`]
  }
  if ('outputs' in expect) {
    if (actual.outcome !== 'priced') return [`A price was expected, but ${described(actual)}.`]
    return outputDifferences(expect.outputs, allOutputsOf(actual.premium))
  }
  if ('knockout' in expect) {
    const wanted = expect.knockout === true ? 'A knockout' : `The knockout ${expect.knockout}`
    const declined = actual.outcome === 'knockout'
    if (declined && (expect.knockout === true || actual.code === expect.knockout)) return []
    return [`${wanted} was expected, but ${described(actual)}.`]
  }
  if (actual.outcome !== 'invalid') {
    return [`Errors on ${expect.errors.join(', ')} were expected, but ${described(actual)}.`]
  }
  return errorDifferences(expect.errors, actual.errors)
}

function described(outcome: Exclude<PricedOutcome, { outcome: 'failed' }>): string {
  if (outcome.outcome === 'priced') {
    return `the price came to ${outcome.premium.grossPaymentAmount}`
  }
  if (outcome.outcome === 'knockout') return `the knockout ${outcome.code} declined the risk`
  return `the input was refused: ${outcome.errors.map(describeError).join('; ')}`
}

function outputDifferences(expected: JsonObject, actual: JsonObject): string[] {
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const found = actual[name]
    if (found === undefined) {
      const nearest = nearestWord(name, Object.keys(actual))
      const hint = nearest === null ? '' : `; did you mean ${nearest}?`
      return [`Pricing has no output ${name}${hint || '.'}`]
    }
    if (same(wanted, found)) return []
    return [`${name} is ${JSON.stringify(found)}, but ${JSON.stringify(wanted)} was expected.`]
  })
}

// An exact decimal may come as text where YAML reads the same digits as a number.
function same(wanted: Json, found: Json): boolean {
  if (typeof wanted === 'number' && typeof found === 'string') return Number(found) === wanted
  return isDeepStrictEqual(wanted, found)
}

/** Expected errors are `field`, or `field:rule` where it matters which rule failed. */
function errorDifferences(expected: readonly string[], actual: readonly FieldError[]): string[] {
  const matches = (wanted: string, error: FieldError): boolean =>
    wanted === error.field ||
    (error.rules ?? [error.code]).some((rule) => wanted === `${error.field}:${rule}`)
  const missing = expected.filter((wanted) => !actual.some((error) => matches(wanted, error)))
  const surplus = actual.filter((error) => !expected.some((wanted) => matches(wanted, error)))
  return [
    ...missing.map((wanted) => `An error on ${wanted} was expected, but there was none.`),
    ...surplus.map((error) => `There was an error that was not expected: ${describeError(error)}.`),
  ]
}

function describeError({ field, code, rules }: FieldError): string {
  return code === 'required'
    ? `${field} is required`
    : `${field} fails ${rules?.join(', ') ?? code}`
}
