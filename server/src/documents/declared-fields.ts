import { type Json, type JsonObject, isJsonObject } from '../kernel/index.ts'
import type { ItemDefinition, ProductDefinition } from '../products/index.ts'
import type { FieldRule } from '../rules/index.ts'

/** What a product's rules say there may be, below `data`. */
export interface DeclaredFields {
  readonly quote: readonly DeclaredField[]
  readonly policy: readonly DeclaredField[]
}

interface DeclaredField {
  readonly steps: readonly string[]
  readonly isList: boolean
  /** The fields of the dataset item that stands here, where the rule names one of the folder's. */
  readonly itemFields: readonly string[]
}

/** The fields of all items: a document that several items share finds every one of them. */
export function declaredFields(definition: ProductDefinition): DeclaredFields {
  const of = (read: (item: ItemDefinition) => readonly FieldRule[]) =>
    definition.items.flatMap(read).flatMap((rule) => declaredField(rule, definition))
  return {
    quote: of((item) => item.quoteRules.quote),
    policy: of((item) => item.fieldDefinition.definition.policy),
  }
}

function declaredField(rule: FieldRule, definition: ProductDefinition): DeclaredField[] {
  const [root, ...steps] = `${rule.path ?? ''}.${rule.name}`.split('.')
  if (root !== 'data') return []
  const key = /(?:^|\|)in_dataset:([^|,]+)/.exec(rule.validation)?.[1]?.trim()
  const dataset = definition.datasets.find((one) => one.key === key)
  return [
    {
      steps,
      isList: /(?:^|\|)array(?:$|\|)/.test(rule.validation),
      itemFields: dataset?.fields.map((field) => field.name) ?? [],
    },
  ]
}

/** The data with every declared field in it: none where nothing was said, a list that is empty. */
export function fillFields(data: JsonObject, fields: readonly DeclaredField[]): JsonObject {
  let filled: Json = data
  for (const field of fields) filled = fill(filled, field.steps, field)
  return isJsonObject(filled) ? filled : data
}

function fill(value: Json | undefined, steps: readonly string[], field: DeclaredField): Json {
  const [step, ...rest] = steps
  if (step === undefined) return fillLeaf(value, field)
  if (step === '*') {
    return Array.isArray(value) ? value.map((one) => fill(one, rest, field)) : []
  }
  // Rules may name fields inside of what a customer answered with a plain value.
  if (value !== undefined && value !== null && !isJsonObject(value)) return value
  return { ...value, [step]: fill(value?.[step], rest, field) }
}

function fillLeaf(value: Json | undefined, field: DeclaredField): Json {
  if (value === undefined || value === null) return field.isList ? [] : null
  if (!isJsonObject(value)) return value
  const missing = field.itemFields.filter((name) => !Object.hasOwn(value, name))
  return { ...value, ...Object.fromEntries(missing.map((name) => [name, null])) }
}
