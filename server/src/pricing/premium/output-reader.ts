import {
  compare,
  Decimal,
  isInteger,
  ofInteger,
  parseDecimal,
  roundTo,
  sign,
  toDouble,
  toText,
} from '@bindery/spreadsheet/decimal'
import { serialOfIso } from '@bindery/spreadsheet/formulas'
import { amountMax } from '../../kernel/index.ts'
import type { OutputValue } from '../pricing-types.ts'

interface OutputFailure {
  readonly place: string
  readonly reason: string
  /** The amount in whole minor units, where the failure is that it is above the limit. */
  readonly tooLarge?: string
}

/** Reads outputs by name and remembers the first that is not what it should be. */
export class OutputReader {
  readonly #outputs: Readonly<Record<string, OutputValue>>
  failure: OutputFailure | null = null

  constructor(outputs: Readonly<Record<string, OutputValue>>) {
    this.#outputs = outputs
  }

  fail(name: string, reason: string): null {
    this.failure ??= { place: `output ${name}`, reason }
    return null
  }

  failTooLarge(name: string, amount: Decimal): null {
    this.failure ??= {
      place: `output ${name}`,
      reason: 'is larger than any amount may be',
      tooLarge: toText(roundTo(amount, 0, 'half_away')),
    }
    return null
  }

  /** An output that was given; a blank one counts as not given. */
  #given(name: string): OutputValue | undefined {
    const value = Object.hasOwn(this.#outputs, name) ? this.#outputs[name] : undefined
    return value === '' ? undefined : value
  }

  number(name: string): Decimal | null {
    const value = this.#given(name)
    if (value === undefined) return null
    const number = typeof value === 'object' ? parseDecimal(value.decimal) : null
    return number ?? this.fail(name, 'is not a number')
  }

  /** An amount before rounding. */
  amount(name: string): Decimal | null {
    const number = this.number(name)
    if (number === null) return null
    if (sign(number) < 0) return this.fail(name, 'is negative')
    if (compare(number, largest) > 0) return this.failTooLarge(name, number)
    return number
  }

  wholeNumber(name: string, max: number): number | null {
    const number = this.number(name)
    if (number === null) return null
    const isFine = isInteger(number) && sign(number) >= 0 && compare(number, ofInteger(max)) <= 0
    return isFine ? toDouble(number) : this.fail(name, `is not a whole number from 0 to ${max}`)
  }

  text(name: string): string | null {
    const value = this.#given(name)
    if (value === undefined) return null
    return typeof value === 'string' ? value : this.fail(name, 'is not a text')
  }

  day(name: string): string | null {
    const text = this.text(name)
    if (text === null) return null
    return serialOfIso(text) === null ? this.fail(name, 'is not a date') : text
  }
}

const largest = ofInteger(amountMax)

/** Whole minor units, half away from zero. */
export function toMinorUnits(amount: Decimal): number {
  return toDouble(roundTo(amount, 0, 'half_away'))
}
