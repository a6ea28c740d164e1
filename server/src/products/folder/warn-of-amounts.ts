import type { Problem } from '../../kernel/index.ts'
import type { ProductDefinition } from '../product-definition.ts'
import { askedBy } from './checkout-fields.ts'
import { checkoutFile } from './checkout.ts'
import type { CompiledItem } from './compile-product.ts'
import { quoted } from './part.ts'

/** Words for amounts, in the most common languages of products. */
const amounts = [
  /(^|[_ ])(sum|amount|price|turnover|revenue|deductible|excess|salary|income|rent)s?($|[_ ])/i,
  /(summe|betrag|preis|umsatz|selbstbehalt|einkommen|gehalt|miete)$/i,
  /(^|[_ ])(montant|somme|prix|franchise|chiffre d.affaires|revenu|loyer)($|[_ ])/i,
  /(^|[_ ])(importo|somma|prezzo|franchigia|fatturato|reddito|affitto)($|[_ ])/i,
]

/**
 * Whole numbers that are called like amounts, and of which the product says neither that they are money nor that
 * they are not: customers would be asked for cents. What a workbook asks for is in the units of the workbook.
 */
export function warnOfAmounts(
  { items, checkout }: ProductDefinition,
  compiled: ReadonlyMap<string, CompiledItem>,
): Problem[] {
  const counted = items.filter(({ key }) => {
    const kind = compiled.get(key)?.pricing.kind
    return kind !== undefined && kind !== 'workbook'
  })
  return [...askedBy(counted).all].flatMap(([name, { types }]) => {
    const texts = checkout?.fields[name]
    const labels = Object.values(texts?.label ?? {})
    const isAmount = [name, ...labels].some((text) => amounts.some((shape) => shape.test(text)))
    if (!isAmount || !types.includes('integer') || texts?.money !== undefined || texts?.unit)
      return []
    const message = `${quoted(name)} is called like an amount, and customers are asked for it as a plain number.`
    const fix =
      'Write `money: true` here if it is an amount in cents, so that they read and write whole euros; else `money: false`.'
    return [{ file: checkoutFile, place: `fields.${name}`, message, fix }]
  })
}
