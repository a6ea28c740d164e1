import { add, type Decimal, multiply } from '@bindery/spreadsheet/decimal'
import { OutputReader } from '../premium/output-reader.ts'
import { readTaxRate } from '../premium/split-premium.ts'
import type { Calculation } from '../pricing-types.ts'

/** What a customer pays at a time, before it is rounded to whole minor units; null without a price. */
export function exactPayment(calculation: Calculation): Decimal | null {
  if (calculation.outcome !== 'priced') return null
  const reader = new OutputReader(calculation.outputs)
  const payment = reader.amount('gross_payment_amount') ?? reader.amount('gross_premium')
  const exact = payment ?? netAndTax(reader)
  return reader.failure === null ? exact : null
}

function netAndTax(reader: OutputReader): Decimal | null {
  const net = reader.amount('net_premium')
  if (net === null) return null
  const tax = reader.amount('premium_tax')
  if (tax !== null) return add(net, tax)
  const rate = readTaxRate(reader)
  return rate === null ? null : add(net, multiply(net, rate))
}
