import {
  type FieldError,
  type Json,
  type JsonObject,
  isJsonObject,
  middayOf,
  parseDay,
} from '../../kernel/index.ts'
import { type FieldRule, type ParsedRule, parseRules } from '../../rules/index.ts'
import type {
  DatasetDefinition,
  ItemDefinition,
  ParsedProduct,
  ProductDemo,
  ProductFiles,
} from '../product-definition.ts'
import type { CompiledProduct } from './compile-product.ts'
import { parseDatasetItems } from './dataset-items.ts'
import { placeDatasetItems } from './dataset-references.ts'
import { resolveDates } from './date-phrases.ts'
import { FolderDatasets } from './folder-datasets.ts'
import { put } from './sample-policy.ts'
import { sampleValue } from './sample-value.ts'

/** A sale as it might have been: what a customer answered, and who they are. */
export interface SampleAnswers {
  readonly quote: JsonObject
  /** first_name, last_name, email and data. */
  readonly policy: JsonObject
}

/**
 * Answers to try an item's documents out with: every field that its rules name, or only those without
 * which nothing could be sold. Where there is a demo or a test case, its values are taken; whatever
 * else is guessed is not checked against the rules.
 */
export function sampleAnswers(
  { product, compiled, files }: SampledFolder,
  item: ItemDefinition,
  today: Temporal.PlainDate,
  extent: 'everything' | 'necessary',
): SampleAnswers {
  const demo = demoOf(product, item)
  const checkers = compiled.items.get(item.key)
  const complete = (
    whole: JsonObject,
    fields: readonly FieldRule[],
    demanded: (whole: JsonObject) => readonly FieldError[],
  ): JsonObject => {
    const resolved = resolveDates(whole, today)
    const fill = (field: FieldRule) => {
      const value = sampleOf(field, product, files)
      if (value !== undefined) put(resolved, stepsOf(field), value)
    }
    if (extent === 'everything') {
      for (const field of fields) if (!isThere(resolved, stepsOf(field))) fill(field)
    } else {
      for (const field of fields) if (!isNecessary(field)) drop(resolved, stepsOf(field))
      fillDemanded(fields, () => demanded(resolveDates(resolved, today)), fill)
    }
    return resolveDates(resolved, today)
  }
  const context = { now: middayOf(today), item: () => undefined, hasLiteral: () => false }
  const given = { data: givenQuote({ product, compiled, files }, item, today) ?? {} }
  const { data } = complete(
    structuredClone(given),
    item.quoteRules.quote,
    (whole) => checkers?.quoteChecker.check(whole, context) ?? [],
  )
  const quote = isJsonObject(data) ? data : {}
  const answered = { document: { data: quote }, item: () => undefined }
  return {
    quote,
    policy: complete(
      { ...stranger, ...structuredClone(demo?.policy ?? {}) },
      item.fieldDefinition.definition.policy,
      (whole) => checkers?.policyChecker.check(whole, { ...context, quote: answered }) ?? [],
    ),
  }
}

export interface SampledFolder {
  readonly product: ParsedProduct
  readonly compiled: CompiledProduct
  readonly files: ProductFiles
}

/** The answers of the demo or of the item's first priced case, as they stand; null without any. */
export function givenQuote(
  { product, compiled }: SampledFolder,
  item: ItemDefinition,
  today: Temporal.PlainDate,
): JsonObject | null {
  const demo = demoOf(product, item)
  if (demo !== null) return resolveDates(demo.quote, today)
  const test = product.tests.find((one) => one.item === item.key && 'outputs' in one.expect)
  if (test === undefined) return null
  const input = resolveDates(test.input, parseDay(test.today) ?? today)
  return placeDatasetItems(input, new FolderDatasets(product, compiled)).expanded
}

/** The demo sells the first item. */
function demoOf(product: ParsedProduct, item: ItemDefinition): ProductDemo | null {
  return product.definition.items[0]?.key === item.key ? product.demo : null
}

/** One answer may demand another; a chain that is longer than this goes round in a circle. */
const demandRoundsMax = 10

/** Fills in what the rules demand where only little was answered, and nothing more. */
function fillDemanded(
  fields: readonly FieldRule[],
  demanded: () => readonly FieldError[],
  fill: (field: FieldRule) => void,
): void {
  for (let round = 0; round < demandRoundsMax; round++) {
    const missing = demanded().filter(({ code }) => code === 'required')
    const places = new Set(missing.map(placeOf))
    const concerned = fields.filter((field) => places.has(placeOfField(field)))
    if (concerned.length === 0) return
    concerned.forEach(fill)
  }
}

function placeOf({ path, field }: FieldError): string {
  return (path === undefined ? field : `${path}.${field}`).replaceAll(/\.\d+(?=\.|$)/g, '.*')
}

function placeOfField(field: FieldRule): string {
  return stepsOf(field).join('.')
}

const stranger: JsonObject = {
  first_name: 'Robin',
  last_name: 'Sample',
  email: 'robin.sample@example.com',
  data: {},
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
