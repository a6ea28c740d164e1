import { Decimal, ofInteger } from '@bindery/spreadsheet/decimal'
import { isAmount, type Json, type JsonObject } from '../../kernel/index.ts'
import {
  type Calculation,
  durationStrategies,
  type DurationStrategy,
  otherStrategyNames,
  type OutputValue,
  type Premium,
  type PricedOutcome,
} from '../pricing-types.ts'
import { amountOutputs, knownOutputs } from './output-names.ts'
import { OutputReader, toMinorUnits } from './output-reader.ts'
import { readTaxRate, splitPremium } from './split-premium.ts'

const billingCyclesMax = 1000
const flowCharactersMax = 64

/**
 * The money contract, which stands outside every engine: amounts become whole minor units, half
 * away from zero, and gross is net plus tax, or the calculation has failed.
 */
export function toPremium(calculation: Calculation): PricedOutcome {
  if (calculation.outcome !== 'priced') return calculation
  const reader = new OutputReader(calculation.outputs)
  const premium = readPremium(reader, calculation.outputs)
  const { trace } = calculation
  const traced = trace === undefined ? {} : { trace }
  if (reader.failure !== null) return { outcome: 'failed', ...reader.failure, ...traced }
  if (premium === null) throw new Error('a premium is missing without a reason')
  return { outcome: 'priced', premium, ...traced }
}

function readPremium(
  reader: OutputReader,
  outputs: Readonly<Record<string, OutputValue>>,
): Premium | null {
  const split = splitPremium(reader)
  if (split === null) return null
  const commission = cents(reader, 'net_commission_total') ?? 0
  const netNet = cents(reader, 'net_net_premium') ?? split.net - commission
  if (netNet < 0) reader.fail('net_commission_total', 'is larger than the net premium')
  const payment = cents(reader, 'gross_payment_amount') ?? split.gross
  // The fee is what is paid beyond the premium, and a fee cannot be given back with each payment.
  if (payment < split.gross) reader.fail('gross_payment_amount', 'is less than the gross premium')
  for (const amount of [split.gross, split.tax, split.net, payment]) {
    if (!isAmount(amount)) reader.failTooLarge('gross_premium', ofInteger(amount))
  }
  return {
    grossPaymentAmount: payment,
    grossPremium: split.gross,
    premiumTax: split.tax,
    netPremium: split.net,
    netNetPremium: netNet,
    netCommissionTotal: commission,
    taxRate: split.taxRate,
    billingCycles: billingCycles(reader),
    durationStrategy: durationStrategy(reader),
    policyStartDate: reader.day('policy_start_date'),
    policyEndDate: reader.day('policy_end_date'),
    policyDuration: duration(reader),
    flow: flow(reader),
    extra: extraOf(outputs),
  }
}

function cents(reader: OutputReader, name: string): number | null {
  const amount: Decimal | null = reader.amount(name)
  return amount === null ? null : toMinorUnits(amount)
}

function durationStrategy(reader: OutputReader): DurationStrategy | null {
  const text = reader.text('duration_strategy')
  if (text === null) return null
  const name = Object.hasOwn(otherStrategyNames, text) ? otherStrategyNames[text] : text
  const strategy = durationStrategies.find((known) => known === name)
  return strategy ?? reader.fail('duration_strategy', `is none of ${durationStrategies.join(', ')}`)
}

/** Why an output that is the same for every customer can never be used; null where it can. */
export function complaintAbout(name: string, value: OutputValue): string | null {
  const reader = new OutputReader({ [name]: value })
  if (amountOutputs.includes(name)) reader.amount(name)
  else if (Object.hasOwn(readers, name)) readers[name]?.(reader)
  return reader.failure?.reason ?? null
}

const readers: Readonly<Record<string, (reader: OutputReader) => unknown>> = {
  tax_rate: readTaxRate,
  billing_cycles: billingCycles,
  duration_strategy: durationStrategy,
  policy_start_date: (reader) => reader.day('policy_start_date'),
  policy_end_date: (reader) => reader.day('policy_end_date'),
  policy_duration: duration,
  flow,
}

function billingCycles(reader: OutputReader): number | null {
  return reader.wholeNumber('billing_cycles', billingCyclesMax)
}

/** Years, months, weeks and days, at least one of them and not all zero. */
const durationShape = /^P(?=.*[1-9])(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?$/

function duration(reader: OutputReader): string | null {
  const text = reader.text('policy_duration')
  if (text === null || durationShape.test(text)) return text
  return reader.fail('policy_duration', 'is not an ISO 8601 duration in days or more, such as P1Y')
}

function flow(reader: OutputReader): string | null {
  const text = reader.text('flow')
  if (text === null || text.length <= flowCharactersMax) return text
  return reader.fail('flow', `is longer than ${flowCharactersMax} characters`)
}

/** Every output without a meaning of its own, as JSON. */
function extraOf(outputs: Readonly<Record<string, OutputValue>>): JsonObject {
  const extra: JsonObject = {}
  for (const [name, value] of Object.entries(outputs)) {
    if (!knownOutputs.includes(name))
      extra[name] = typeof value === 'object' ? json(value.decimal) : value
  }
  return extra
}

/** Digits that survive the way through any reader's doubles. */
const numberDigitsMax = 15

/** A number where its digits fit a double exactly enough to come back, else its text. */
function json(decimal: string): Json {
  const digits = decimal.replace(/[-.]/g, '').replace(/^0+/, '')
  return digits.length <= numberDigitsMax ? Number(decimal) : decimal
}
