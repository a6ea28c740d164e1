import {
  type FieldError,
  type JsonObject,
  middayOf,
  type Problem,
  suggest,
} from '../../kernel/index.ts'
import type { PricedOutcome } from '../../pricing/index.ts'
import { daysSold } from '../cover.ts'
import { holdToSale } from '../hold-to-sale.ts'
import type { ParsedProduct } from '../product-definition.ts'
import { differences } from './compare-outcome.ts'
import type { CompiledProduct } from './compile-product.ts'
import { demoFile } from './demo.ts'
import { FolderDatasets } from './folder-datasets.ts'
import { quoted } from './part.ts'
import { resolveDemo } from './resolve-demo.ts'
import { priceCase } from './run-product-tests.ts'

/** What a folder's demo.yaml promises and does not keep; empty when it keeps it or there is none. */
export async function checkDemo(
  product: ParsedProduct,
  compiled: CompiledProduct,
  today: Temporal.PlainDate,
): Promise<Problem[]> {
  const [first] = product.definition.items
  const item = first && compiled.items.get(first.key)
  const price = demoPricer(product, compiled, today)
  if (product.demo === null || item === undefined || price === null) return []
  const demo = resolveDemo(product.demo, today)
  const datasets = new FolderDatasets(product, compiled)
  const policyErrors = item.policyChecker.check(demo.policy, {
    now: middayOf(today),
    item: (id) => datasets.item(id),
    hasLiteral: (lookup) => datasets.hasLiteral(lookup),
    quote: { document: { data: demo.quote }, item: (id) => datasets.item(id) },
  })
  return [
    ...differences({ outputs: {} }, await price(demo.quote)).map(refuse('quote')),
    ...differences({ knockout: true }, await price({ ...demo.quote, ...demo.knockout })).map(
      refuse('knockout'),
    ),
    ...policyErrors.map(describeError).map(refuse('policy')),
    ...languageProblems(demo.policy['language'], product.definition.languages),
  ]
}

/**
 * A demo whose price can never be one; whether it keeps its other promises is its author's. An
 * outside rater that is away says nothing against a folder, so it is not asked.
 */
export async function checkDemoPrice(
  product: ParsedProduct,
  compiled: CompiledProduct,
  today: Temporal.PlainDate,
): Promise<Problem[]> {
  const [first] = product.definition.items
  const kind = first && compiled.items.get(first.key)?.pricing.kind
  if (product.demo === null || kind === 'http') return []
  const demo = resolveDemo(product.demo, today)
  const price = await demoPricer(product, compiled, today)?.(demo.quote)
  return price?.outcome === 'failed' ? differences({ outputs: {} }, price).map(refuse('quote')) : []
}

/** Prices answers as the demo is sold: the first item, through the first integration. */
function demoPricer(
  product: ParsedProduct,
  compiled: CompiledProduct,
  today: Temporal.PlainDate,
): ((data: JsonObject) => Promise<PricedOutcome>) | null {
  const { items, integrations } = product.definition
  const item = items[0] && compiled.items.get(items[0].key)
  if (item === undefined) return null
  const datasets = new FolderDatasets(product, compiled)
  const variables = integrations[0]?.pricingVariables ?? {}
  return async (data) => {
    const answers = { sent: data, expanded: data }
    const priced = await priceCase(item, answers, variables, today, datasets)
    return holdToSale(priced, product.definition, (premium) => daysSold(premium, data, today))
  }
}

function refuse(place: string): (message: string) => Problem {
  return (message) => ({ file: demoFile, place, message, fix: 'Correct the demo or the product.' })
}

function describeError({ field, path, rules }: FieldError): string {
  const whole = path === undefined ? field : `${path}.${field}`
  return `${whole} fails ${rules?.join(', ') ?? 'its rules'}.`
}

function languageProblems(language: unknown, languages: readonly string[]): Problem[] {
  if (typeof language === 'string' && languages.includes(language)) return []
  const shown = typeof language === 'string' ? quoted(language) : 'nothing'
  const message = `The language must be one of the product's, not ${shown}.`
  const fix = typeof language === 'string' ? suggest(language, languages) : 'Add the language.'
  return [{ file: demoFile, place: 'policy.language', message, fix }]
}
