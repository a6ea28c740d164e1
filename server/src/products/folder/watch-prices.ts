import type { Problem } from '../../kernel/index.ts'
import {
  type CompiledPricing,
  type FormulaTimes,
  type WatchedPricing,
  priceMsMax,
  watchPace,
} from '../../pricing/index.ts'
import type { ParsedProduct } from '../product-definition.ts'
import type { CompiledProduct } from './compile-product.ts'
import { sampleAnswers } from './sample-answers.ts'

/**
 * A product whose prices are timed while its cases, its demo and its documents are tried out, and what
 * is then to be said of them. Answers that its rules suggest are tried as well: a folder need not
 * have any cases.
 */
export function watchPrices(
  product: ParsedProduct,
  compiled: CompiledProduct,
): { readonly compiled: CompiledProduct; check(today: Temporal.PlainDate): Promise<Problem[]> } {
  const variables = product.definition.integrations[0]?.pricingVariables ?? {}
  const watched = new Map<CompiledPricing, WatchedPricing>()
  const items = new Map(
    [...compiled.items].map(([key, item]) => {
      const { pricing } = watched.getOrInsertComputed(item.pricing, () => watchPace(item.pricing))
      return [key, { ...item, pricing }]
    }),
  )
  return {
    compiled: { ...compiled, items },
    async check(today) {
      for (const definition of product.definition.items) {
        const item = compiled.items.get(definition.key)
        if (item === undefined || item.pricing.kind === 'http') continue
        const folder = { product, compiled, files: compiled.files }
        const { quote } = sampleAnswers(folder, definition, today, 'everything')
        watched.get(item.pricing)?.timeFormulas({ data: quote, variables, today })
      }
      const problems: Problem[] = []
      for (const [pricing, { findSlow }] of watched) {
        const slow = await findSlow()
        if (slow !== null) problems.push(tooSlow(pricing, slow))
      }
      return problems
    },
  }
}

function tooSlow({ known, kind }: CompiledPricing, { slowest: place }: FormulaTimes): Problem {
  const message = `A price takes more than ${priceMsMax} ms to compute`
  return {
    file: known?.file ?? (kind === 'workbook' ? 'pricing.xlsx' : 'pricing.yaml'),
    place,
    message: place === '' ? `${message}.` : `${message}, and this takes the longest.`,
    fix: 'Look values up by their key, compute over smaller tables, and put what does not depend on the customer into a table.',
  }
}
