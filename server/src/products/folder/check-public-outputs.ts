import { type Problem, suggest } from '../../kernel/index.ts'
import { knownOutputs } from '../../pricing/index.ts'
import type {
  CheckoutDefinition,
  CheckoutSection,
  LocalTexts,
  ProductDefinition,
} from '../product-definition.ts'
import { checkoutFile } from './checkout.ts'
import type { CompiledItem } from './compile-product.ts'
import { missingLanguages } from './local-texts.ts'
import { quoted } from './part.ts'

/** Outputs that are to be shown to customers and that no item has. */
export function checkPublicOutputs(
  { publicOutputs = [], items }: ProductDefinition,
  compiled: ReadonlyMap<string, CompiledItem>,
): Problem[] {
  const pricings = [...compiled.values()].map(({ pricing }) => pricing)
  // The outputs of an external rater, or of pricing that does not compile, are not known.
  const isKnown = compiled.size === items.length && pricings.every(({ kind }) => kind !== 'http')
  const known = [...new Set([...knownOutputs, ...pricings.flatMap(({ outputs }) => outputs)])]
  return publicOutputs.flatMap(({ output }, at) => {
    if (!isKnown || output === '' || known.includes(output)) return []
    const message = `No item has an output ${quoted(output)}.`
    return [{ ...placeOf(at, 'output'), message, fix: suggest(output, known) }]
  })
}

/** Names and labels that are written in some languages of the product and not in others. */
export function warnOfLanguages(definition: ProductDefinition): Problem[] {
  const { languages, names, items, publicOutputs = [], cancellation, checkout, life } = definition
  const texts: Spoken[] = [
    { place: 'name', texts: names ?? {} },
    ...items.map((item) => ({ place: `items.${item.key}.name`, texts: item.names ?? {} })),
    ...publicOutputs.map(({ labels }, at) => ({
      place: placeOf(at, 'label').place,
      texts: labels,
    })),
    ...Object.entries(cancellation.kinds ?? {}).flatMap(([kind, { reasons }]) =>
      reasons.map(({ labels }, at) => ({
        place: `cancellation.kinds.${kind}.reasons[${at}].label`,
        texts: labels,
      })),
    ),
    ...life.indexation.map(({ clause }, at) => ({
      place: `indexation[${at}].clause`,
      texts: clause,
    })),
    ...(checkout === undefined ? [] : spokenIn(checkout)),
  ]
  return texts.flatMap(({ file = 'product.yaml', place, texts: given }) => {
    const missing = missingLanguages(given, languages)
    if (missing.length === 0) return []
    const message = `The text is missing in ${missing.join(', ')}; customers see the one in ${definition.defaultLanguage}.`
    return [{ file, place, message, fix: 'Add it, or write one for all languages.' }]
  })
}

interface Spoken {
  readonly file?: string
  readonly place: string
  readonly texts: LocalTexts
}

function spokenIn(checkout: CheckoutDefinition): Spoken[] {
  const { quote, policy, plans, fields, contact, links = {} } = checkout
  const titles = (list: string, sections: readonly CheckoutSection[]) =>
    sections.map(({ title }, at) => ({ place: `${list}[${at}].title`, texts: title }))
  const found = [
    ...titles('quote', quote),
    ...titles('policy', policy),
    ...Object.entries(plans).map(([key, texts]) => ({ place: `plans.${key}`, texts })),
    ...Object.entries(links).map(([name, texts]) => ({ place: `links.${name}`, texts })),
    ...(contact?.name === undefined ? [] : [{ place: 'contact.name', texts: contact.name }]),
    ...Object.entries(fields).flatMap(([name, { choices, money: _m, percent: _p, ...texts }]) => [
      ...Object.entries(texts).map(([member, given]) => ({
        place: `fields.${name}.${member}`,
        texts: given,
      })),
      ...Object.entries(choices).map(([choice, given]) => ({
        place: `fields.${name}.choices.${choice}`,
        texts: given,
      })),
    ]),
  ]
  return found.map((one) => ({ file: checkoutFile, ...one }))
}

function placeOf(at: number, member: string) {
  return { file: 'product.yaml', place: `public_outputs[${at}].${member}` }
}
