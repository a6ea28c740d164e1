import { type Json, type JsonObject, isJsonObject, parseDay } from '../../kernel/index.ts'
import { type FieldRule, type ParsedRule, parseRules } from '../../rules/index.ts'
import type {
  DatasetDefinition,
  ItemDefinition,
  ParsedProduct,
  ProductFiles,
} from '../product-definition.ts'
import { parseDatasetItems } from './dataset-items.ts'
import { resolveDates } from './date-phrases.ts'
import { put } from './sample-policy.ts'
import { sampleValue } from './sample-value.ts'

/** A sale as it might have been: what a customer answered, and who they are. */
export interface SampleAnswers {
  readonly quote: JsonObject
  /** first_name, last_name, email and data. */
  readonly policy: JsonObject
}

/**
 * Answers to try an item's papers out with: every field that its rules name, or only those that
 * they always require. Where there is a demo or a test case, its values are taken; nothing here is
 * checked against the rules.
 */
export function sampleAnswers(
  product: ParsedProduct,
  files: ProductFiles,
  item: ItemDefinition,
  today: Temporal.PlainDate,
  extent: 'everything' | 'necessary',
): SampleAnswers {
  const isFirst = product.definition.items[0]?.key === item.key
  const demo = isFirst ? product.demo : null
  const sampled = (field: FieldRule) => sampleOf(field, product, files)
  const complete = (whole: JsonObject, fields: readonly FieldRule[]): JsonObject => {
    const resolved = resolveDates(whole, today)
    for (const field of fields) {
      const steps = stepsOf(field)
      if (extent === 'necessary' && !isNecessary(field)) drop(resolved, steps)
      else if (extent === 'everything' && !isThere(resolved, steps)) {
        const value = sampled(field)
        if (value !== undefined) put(resolved, steps, value)
      }
    }
    return resolveDates(resolved, today)
  }
  const quote = { data: demo?.quote ?? casedQuote(product, item, today) }
  const { data } = complete(structuredClone(quote), item.quoteRules.quote)
  return {
    quote: isJsonObject(data) ? data : {},
    policy: complete(
      { ...stranger, ...structuredClone(demo?.policy ?? {}) },
      item.fieldDefinition.definition.policy,
    ),
  }
}

const stranger: JsonObject = {
  first_name: 'Robin',
  last_name: 'Sample',
  email: 'robin.sample@example.com',
  data: {},
}

/** The answers of the item's first priced case. */
function casedQuote(
  product: ParsedProduct,
  item: ItemDefinition,
  today: Temporal.PlainDate,
): JsonObject {
  const test = product.tests.find((one) => one.item === item.key && 'outputs' in one.expect)
  if (test === undefined) return {}
  const input = resolveDates(test.input, parseDay(test.today) ?? today)
  // Only a case may name dataset items by key, and those are sampled from the dataset itself.
  return Object.fromEntries(Object.entries(input).filter(([, value]) => !isJsonObject(value)))
}

function rulesOf(field: FieldRule): readonly ParsedRule[] {
  const parsed = parseRules(field, '')
  return parsed.ok ? parsed.rules : []
}

function isNecessary(field: FieldRule): boolean {
  const names = rulesOf(field).map((rule) => rule.name)
  return names.includes('required') || names.includes('required_true')
}

function stepsOf(field: FieldRule): string[] {
  return (field.path === null ? field.name : `${field.path}.${field.name}`).split('.')
}

function sampleOf(field: FieldRule, product: ParsedProduct, files: ProductFiles): Json | undefined {
  const rules = rulesOf(field)
  const key = rules.find((rule) => rule.name === 'in_dataset')?.arguments[0]
  if (key !== undefined) {
    const dataset = product.definition.datasets.find((one) => one.key === key)
    return dataset === undefined ? undefined : firstItem(dataset, files)
  }
  return sampleValue(field.name, rules) ?? (rules.some(isObjectRule) ? undefined : 'Sample')
}

const isObjectRule = (rule: ParsedRule) => rule.name === 'object'

function firstItem(dataset: DatasetDefinition, files: ProductFiles): JsonObject | undefined {
  const csv = files.get(dataset.file)
  const parsed = csv === undefined ? null : parseDatasetItems(dataset, csv)
  return parsed?.ok ? parsed.items[0]?.values : undefined
}

function isThere(value: Json | undefined, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return value !== undefined
  if (Array.isArray(value)) return value.some((one) => isThere(one, step === '*' ? rest : steps))
  return isJsonObject(value) && isThere(value[step], rest)
}

function drop(value: Json | undefined, steps: readonly string[]): void {
  const [step, ...rest] = steps
  if (step === undefined) return
  if (Array.isArray(value)) value.forEach((one) => drop(one, step === '*' ? rest : steps))
  else if (isJsonObject(value) && rest.length === 0) delete value[step]
  else if (isJsonObject(value)) drop(value[step], rest)
}
