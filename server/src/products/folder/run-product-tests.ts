import {
  type Json,
  type JsonObject,
  middayOf,
  parseDay,
  type Problem,
  suggest,
} from '../../kernel/index.ts'
import { calculate, type PricedOutcome } from '../../pricing/index.ts'
import { daysSold } from '../cover.ts'
import { holdToSale } from '../hold-to-sale.ts'
import type { ParsedProduct, ProductTest } from '../product-definition.ts'
import { differences } from './compare-outcome.ts'
import type { CompiledItem, CompiledProduct } from './compile-product.ts'
import { resolveDates } from './date-phrases.ts'
import { placeDatasetItems } from './dataset-references.ts'
import { FolderDatasets } from './folder-datasets.ts'
import { quoted } from './part.ts'

export type TestReport =
  | { readonly ok: true; readonly file: string; readonly name: string }
  | {
      readonly ok: false
      readonly file: string
      readonly name: string
      /** How the outcome differs from what was expected, each difference a sentence. */
      readonly problem: Problem
    }

/** Runs every case of tests/*.yaml: the rules first, then the price. */
export async function runProductTests(
  product: ParsedProduct,
  compiled: CompiledProduct,
  today: Temporal.PlainDate,
): Promise<TestReport[]> {
  const datasets = new FolderDatasets(product, compiled)
  const reports: TestReport[] = []
  for (const test of product.tests) {
    reports.push(await runProductTest(product, compiled, test, today, datasets))
  }
  return reports
}

async function runProductTest(
  product: ParsedProduct,
  compiled: CompiledProduct,
  test: ProductTest,
  givenToday: Temporal.PlainDate,
  datasets: FolderDatasets,
): Promise<TestReport> {
  const today = parseDay(test.today) ?? givenToday
  const input = resolveDates(test.input, today)
  const { item, variables } = castOf(product, compiled, test)
  const placed = placeDatasetItems(input, datasets)
  const found =
    placed.unknown.length > 0
      ? placed.unknown.map((reference) => `The folder has no dataset item ${reference}.`)
      : differences(
          resolveExpectation(test.expect, today),
          holdToSale(
            await priceCase(item, placed, variables, today, datasets),
            product.definition,
            (premium) => daysSold(premium, placed.expanded, today),
          ),
        )
  const { file, name } = test
  if (found.length === 0) return { ok: true, file, name }
  const place = `case ${quoted(name)}`
  const fix = 'Correct the product, or what the case expects.'
  return { ok: false, file, name, problem: { file, place, message: found.join(' '), fix } }
}

function castOf(
  product: ParsedProduct,
  compiled: CompiledProduct,
  test: ProductTest,
): { item: CompiledItem; variables: JsonObject } {
  const item = compiled.items.get(test.item)
  if (item === undefined) {
    throw new Error(`no item ${test.item}. ${suggest(test.item, [...compiled.items.keys()])}`)
  }
  const { integrations } = product.definition
  const integration =
    test.integration === null
      ? integrations[0]
      : integrations.find(({ key }) => key === test.integration)
  return { item, variables: integration?.pricingVariables ?? {} }
}

function resolveExpectation(
  expect: ProductTest['expect'],
  today: Temporal.PlainDate,
): ProductTest['expect'] {
  return 'outputs' in expect ? { outputs: resolveDates(expect.outputs, today) } : expect
}

/** What every case comes to, by its name, whatever it expects. Cases of items not sold are left out. */
export async function priceProductTests(
  product: ParsedProduct,
  compiled: CompiledProduct,
  givenToday: Temporal.PlainDate,
): Promise<ReadonlyMap<string, Json>> {
  const datasets = new FolderDatasets(product, compiled)
  const outcomes = new Map<string, Json>()
  for (const test of product.tests) {
    if (!compiled.items.has(test.item)) continue
    const today = parseDay(test.today) ?? givenToday
    const { item, variables } = castOf(product, compiled, test)
    const placed = placeDatasetItems(resolveDates(test.input, today), datasets)
    outcomes.set(test.name, summaryOf(await priceCase(item, placed, variables, today, datasets)))
  }
  return outcomes
}

function summaryOf(outcome: PricedOutcome): Json {
  switch (outcome.outcome) {
    case 'priced':
      return {
        gross_payment_amount: outcome.premium.grossPaymentAmount,
        net_premium: outcome.premium.netPremium,
        premium_tax: outcome.premium.premiumTax,
      }
    case 'knockout':
      return { knockout: outcome.code }
    case 'invalid':
      return { errors: outcome.errors.map((error) => error.field) }
    case 'failed':
      return { failed: `${outcome.place}: ${outcome.reason}` }
  }
}

/** What a quote with this data would come to: refused by the rules, declined or priced. */
export async function priceCase(
  item: CompiledItem,
  { sent, expanded }: { readonly sent: JsonObject; readonly expanded: JsonObject },
  variables: JsonObject,
  today: Temporal.PlainDate,
  datasets: Pick<FolderDatasets, 'item' | 'hasLiteral'>,
  options: { readonly trace?: boolean } = {},
): Promise<PricedOutcome> {
  const errors = item.quoteChecker.check(
    { data: sent },
    {
      now: middayOf(today),
      item: (id) => datasets.item(id),
      hasLiteral: (lookup) => datasets.hasLiteral(lookup),
    },
  )
  if (errors.length > 0) return { outcome: 'invalid', errors }
  return calculate(item.pricing, { data: expanded, variables, today }, options)
}
