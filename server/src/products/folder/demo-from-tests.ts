import { isDeepStrictEqual } from 'node:util'
import { type Json, type JsonObject, parseDay } from '../../kernel/index.ts'
import type { ParsedProduct, ProductDemo, ProductTest } from '../product-definition.ts'
import type { CompiledProduct } from './compile-product.ts'
import { placeDatasetItems } from './dataset-references.ts'
import { resolveDates } from './date-phrases.ts'
import { FolderDatasets } from './folder-datasets.ts'
import { priceCase } from './run-product-tests.ts'
import { samplePolicy } from './sample-policy.ts'

/** Far enough ahead that the demo's dates are still to come for months. */
const demoDaysAhead = 120

/**
 * A demo for a folder without demo.yaml: the quote of its first priced case, the changes of its
 * first knockout case, and a policy guessed from the rules. Null when these do not give a demo
 * that works.
 */
export async function demoFromTests(
  product: ParsedProduct,
  compiled: CompiledProduct,
  today: Temporal.PlainDate,
): Promise<ProductDemo | null> {
  const [item] = product.definition.items
  const compiledItem = item && compiled.items.get(item.key)
  if (item === undefined || compiledItem === undefined) return null
  const datasets = new FolderDatasets(product, compiled)
  const variables = product.definition.integrations[0]?.pricingVariables ?? {}
  const outcomeOf = async (data: JsonObject): Promise<string> => {
    const resolved = resolveDates(data, today)
    const placed = { sent: resolved, expanded: resolved }
    return (await priceCase(compiledItem, placed, variables, today, datasets)).outcome
  }
  const usable = product.tests.filter(
    (test) =>
      test.item === item.key &&
      // A demo is sent as it stands, and only a case may name dataset items by key.
      isDeepStrictEqual(placeDatasetItems(test.input, datasets).sent, test.input),
  )
  const priced = usable.find((test) => 'outputs' in test.expect)
  if (priced === undefined) return null
  const quote = aheadOf(priced, today)
  if ((await outcomeOf(quote)) !== 'priced') return null
  const { defaultLanguage } = product.definition
  const answers = resolveDates(quote, today)
  const policy = samplePolicy(item, compiledItem, defaultLanguage, answers, today)
  if (policy === null) return null
  const declined = usable.find((test) => 'knockout' in test.expect)
  const changes = declined === undefined ? {} : changesTo(quote, aheadOf(declined, today))
  const declines = (await outcomeOf({ ...quote, ...changes })) === 'knockout'
  return { quote, policy, knockout: declines ? changes : {}, datasetField: null }
}

/** A case's input with the days to come written as phrases, so that they stay to come. */
function aheadOf(test: ProductTest, today: Temporal.PlainDate): JsonObject {
  const caseToday = parseDay(test.today) ?? today
  const ahead = (value: Json): Json => {
    const day = parseDay(value)
    if (day === null || Temporal.PlainDate.compare(day, caseToday) <= 0) return value
    const days = caseToday.until(day, { largestUnit: 'days' }).days
    return `+${Math.max(days, demoDaysAhead)} days`
  }
  const input = resolveDates(test.input, caseToday)
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, ahead(value)]))
}

function changesTo(quote: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(other).filter(([name, value]) => !isDeepStrictEqual(quote[name], value)),
  )
}
