import type { Json } from '../../kernel/index.ts'
import { type Premium, allOutputsOf } from '../../pricing/index.ts'
import { type ProductDefinition, inAllLanguages } from '../../products/index.ts'

type OutputsDefinition = Pick<ProductDefinition, 'publicOutputs' | 'languages' | 'defaultLanguage'>

/** The outputs that customers may see, with their labels in each language. */
export function viewPublicOutputs({
  publicOutputs = [],
  languages,
  defaultLanguage,
}: OutputsDefinition) {
  return publicOutputs.map(({ output, labels }) => ({
    output,
    labels: inAllLanguages(labels, languages, labels[defaultLanguage] ?? output),
  }))
}

/** The same with the values of a price; null where it has none. */
export function viewPublicValues(definition: OutputsDefinition, premium: Premium) {
  return viewPublicOutputs(definition).map(({ output, labels }) => ({
    output,
    labels,
    value: valueOf(output, premium),
  }))
}

function valueOf(output: string, premium: Premium): Json {
  const outputs = allOutputsOf(premium)
  return Object.hasOwn(outputs, output) ? (outputs[output] ?? null) : null
}

/**
 * The other outputs of a price: for a public key only those that the product lists, if it lists
 * any.
 */
export function extraFor(
  keyKind: 'public' | 'secret',
  { publicOutputs }: Pick<ProductDefinition, 'publicOutputs'>,
  { extra }: Premium,
): Premium['extra'] {
  if (keyKind === 'secret' || publicOutputs === undefined) return extra
  const shown = new Set(publicOutputs.map(({ output }) => output))
  return Object.fromEntries(Object.entries(extra).filter(([name]) => shown.has(name)))
}
