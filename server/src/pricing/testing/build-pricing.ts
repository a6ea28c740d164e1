import { describeProblem, type JsonObject } from '../../kernel/index.ts'
import { compileYamlPricing } from '../compile-yaml-pricing.ts'
import type { Calculation, CompiledPricing, PricingFiles, PricingInput } from '../pricing-types.ts'

/** Product files from texts. */
export function filesOf(texts: Readonly<Record<string, string>>): PricingFiles {
  return new Map(
    Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  )
}

/** A compiled `pricing.yaml`; the kind is written for you. */
export function pricingOf(
  yaml: string,
  tables: Readonly<Record<string, string>> = {},
): CompiledPricing {
  const result = compileYamlPricing(
    filesOf({ 'pricing.yaml': `kind: formula\n${yaml}`, ...tables }),
  )
  if (result.ok) return result.pricing
  throw new Error(result.problems.map(describeProblem).join('\n'))
}

/** The problems of a `pricing.yaml`, each in one line. */
export function problemsOf(yaml: string, tables: Readonly<Record<string, string>> = {}): string[] {
  const result = compileYamlPricing(
    filesOf({ 'pricing.yaml': `kind: formula\n${yaml}`, ...tables }),
  )
  return result.ok ? [] : result.problems.map(describeProblem)
}

export function inputOf(data: JsonObject, variables: JsonObject = {}): PricingInput {
  return { data, variables, today: Temporal.PlainDate.from('2026-11-15') }
}

/** Formula pricings answer at once. */
export function evaluated(
  pricing: CompiledPricing,
  input: PricingInput,
  trace = false,
): Calculation {
  const calculation = pricing.evaluate(input, { trace })
  if (calculation instanceof Promise) throw new Error('a formula pricing answered late')
  return calculation
}
