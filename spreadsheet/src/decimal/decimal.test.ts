import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absolute,
  add,
  compare,
  Decimal,
  divide,
  fromDouble,
  isInteger,
  modulo,
  multiply,
  numberKey,
  outOfRange,
  parseDecimal,
  power,
  type Rounding,
  roundTo,
  roundToMultiple,
  sign,
  subtract,
  toDouble,
  toText,
} from './index.ts'

/** The model: coefficient and scale as plain BigInt, with none of the shortcuts. */
interface Model {
  readonly coefficient: bigint
  readonly scale: number
}

const models = fc.record({
  coefficient: fc.oneof(
    fc.bigInt({ min: -1000n, max: 1000n }),
    fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.bigInt({ min: -999n, max: 999n }).map((few) => few * 10n ** 14n),
  ),
  scale: fc.nat({ max: 20 }),
})

function textOf({ coefficient, scale }: Model): string {
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${coefficient < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`
}

function decimalOf(model: Model): Decimal {
  const decimal = parseDecimal(textOf(model))
  if (decimal === null) throw new Error('out of range')
  return decimal
}

/** Equal numbers have one shortest text. */
function expectModel(decimal: Decimal, model: Model): void {
  expect(toText(decimal)).toBe(toText(decimalOf(model)))
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value
}

function align(a: Model, b: Model): readonly [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  const at = (model: Model) => model.coefficient * 10n ** BigInt(scale - model.scale)
  return [at(a), at(b), scale]
}

describe('exact decimals', () => {
  test('a tenth and two tenths are three tenths', () => {
    const sum = add(fromDouble(0.1) ?? outOfRange, fromDouble(0.2) ?? outOfRange)
    expect(toText(sum)).toBe('0.3')
  })

  test('sums and differences agree with whole-number arithmetic', () => {
    fc.assert(
      fc.property(models, models, (a, b) => {
        const [x, y, scale] = align(a, b)
        expectModel(add(decimalOf(a), decimalOf(b)), { coefficient: x + y, scale })
        expectModel(subtract(decimalOf(a), decimalOf(b)), { coefficient: x - y, scale })
      }),
    )
  })

  test('products agree with whole-number arithmetic', () => {
    fc.assert(
      fc.property(models, models, (a, b) => {
        const product = multiply(decimalOf(a), decimalOf(b))
        const coefficient = a.coefficient * b.coefficient
        const scale = a.scale + b.scale
        if (product !== outOfRange) expectModel(product, { coefficient, scale })
      }),
    )
  })

  test('comparisons agree with whole-number arithmetic, and equal numbers share a key', () => {
    fc.assert(
      fc.property(models, models, fc.boolean(), (a, other, isSame) => {
        const b = isSame ? { coefficient: a.coefficient * 1000n, scale: a.scale + 3 } : other
        const [x, y] = align(a, b)
        const order = Math.sign(compare(decimalOf(a), decimalOf(b)))
        expect(order).toBe(x < y ? -1 : x > y ? 1 : 0)
        expect(numberKey(decimalOf(a)) === numberKey(decimalOf(b))).toBe(x === y)
      }),
    )
  })

  test('numbers that differ in their last of thirty digits are told apart', () => {
    const a = parseDecimal('123456789012345678901234567890.1') ?? outOfRange
    const b = parseDecimal('123456789012345678901234567890.2') ?? outOfRange
    expect(compare(a, b)).toBeLessThan(0)
    expect(compare(b, a)).toBeGreaterThan(0)
  })

  test('every rounding agrees with its definition', () => {
    const roundings: Rounding[] = ['half_away', 'away', 'toward', 'floor', 'ceiling']
    fc.assert(
      fc.property(
        models,
        fc.integer({ min: -6, max: 12 }),
        fc.constantFrom(...roundings),
        (a, digits, rounding) => {
          expectRounded(roundTo(decimalOf(a), digits, rounding), a, digits, rounding)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a quotient is the nearest number of 34 digits', () => {
    fc.assert(
      fc.property(models, models, (a, b) => {
        fc.pre(b.coefficient !== 0n && a.coefficient !== 0n)
        const quotient = toText(divide(decimalOf(a), decimalOf(b)))
        const [whole = '', fraction = ''] = quotient.split('.')
        const atSixty = BigInt(whole + fraction.padEnd(60, '0'))
        const [x, y] = align(a, b)
        // |q·b − a| is at most half a unit of q's last digit times |b|: the 34th, or the 60th
        // after the point.
        const error = 2n * size(atSixty * y - x * 10n ** 60n)
        expect(error <= size(y) || error * 10n ** 33n <= size(x) * 10n ** 60n).toBe(true)
      }),
      // Close to the smallest number there is, where 34 digits no longer fit.
      {
        examples: [
          [
            { coefficient: -12n, scale: 15 },
            { coefficient: -49400000000000000n, scale: 2 },
          ],
        ],
      },
    )
  })

  test('a quotient that ends is exact', () => {
    expect(toText(divide(parseDecimal('1') ?? outOfRange, parseDecimal('8') ?? outOfRange))).toBe(
      '0.125',
    )
    expect(toText(divide(parseDecimal('3') ?? outOfRange, parseDecimal('12') ?? outOfRange))).toBe(
      '0.25',
    )
    expect(toText(divide(parseDecimal('-1') ?? outOfRange, parseDecimal('3') ?? outOfRange))).toBe(
      `-0.${'3'.repeat(34)}`,
    )
    expect(toText(divide(parseDecimal('2') ?? outOfRange, parseDecimal('3') ?? outOfRange))).toBe(
      `0.${'6'.repeat(33)}7`,
    )
  })

  test('a remainder and its multiple give the number back', () => {
    fc.assert(
      fc.property(models, models, (a, b) => {
        fc.pre(b.coefficient !== 0n)
        const rest = modulo(decimalOf(a), decimalOf(b))
        fc.pre(rest !== outOfRange)
        expect(compare(absolute(rest), absolute(decimalOf(b)))).toBeLessThan(0)
        expect(sign(rest) * sign(decimalOf(b))).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('texts and doubles of a number are those of its digits', () => {
    fc.assert(
      fc.property(models, (model) => {
        const plain = textOf(model).replace(/\.?0*$/, '')
        const expected = plain === '-0' ? '0' : plain
        expect(toText(decimalOf(model))).toBe(expected)
        expect(toDouble(decimalOf(model))).toBe(Number(expected))
      }),
      { numRuns: 2000 },
    )
    expect(toText(decimalOf({ coefficient: 1n, scale: 7 }))).toBe('0.0000001')
    expect(toText(decimalOf({ coefficient: 1n, scale: 6 }))).toBe('0.000001')
  })

  test('a double is the number that it is written as', () => {
    const few = fc.tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat({ max: 8 }))
    const doubles = fc.oneof(
      fc.double({ noNaN: true, min: -1e50, max: 1e50 }),
      few.map(([digits, scale]) => digits / 10 ** scale),
    )
    fc.assert(
      fc.property(doubles, (double) => {
        const read = parseDecimal(String(double))
        expect(toText(fromDouble(double) ?? outOfRange)).toBe(toText(read ?? outOfRange))
      }),
      { numRuns: 2000 },
    )
  })

  test('every finite double within range comes back from its decimal', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e40, max: 1e40, noNaN: true }), (double) => {
        fc.pre(Math.abs(double) > 1e-40)
        expect(toDouble(fromDouble(double) ?? outOfRange)).toBe(double)
      }),
    )
  })

  test('numbers beyond sixty digits before the point are out of range', () => {
    expect(parseDecimal('1e60')).toBeNull()
    expect(parseDecimal('1e59')).not.toBeNull()
    const large = parseDecimal('1e59') ?? outOfRange
    expect(multiply(large, large)).toBe(outOfRange)
    expect(power(parseDecimal('9') ?? outOfRange, 1000)).toBe(outOfRange)
  })

  test('texts that are no plain numbers are refused', () => {
    for (const text of [
      '',
      '.',
      '-',
      '1,5',
      '0x10',
      '1e',
      'NaN',
      'Infinity',
      '1 2',
      '--1',
      '1.2.3',
    ]) {
      expect(parseDecimal(text), text).toBeNull()
    }
    expect(toText(parseDecimal('+.5') ?? outOfRange)).toBe('0.5')
    expect(toText(parseDecimal('-0.00') ?? outOfRange)).toBe('0')
    expect(toText(parseDecimal('1.50e-3') ?? outOfRange)).toBe('0.0015')
  })
})

function expectRounded(rounded: Decimal, a: Model, digits: number, rounding: Rounding): void {
  const unit = { coefficient: 10n ** BigInt(Math.max(0, -digits)), scale: Math.max(0, digits) }
  const [value, step] = align(a, unit)
  const [result, same] = [rounded, decimalOf(a)]
  const [low, high] = [floorTo(value, step), -floorTo(-value, step)]
  const wanted = pickNeighbour(value, low, high, rounding)
  const scale = Math.max(a.scale, unit.scale)
  expect(toText(result)).toBe(
    toText(low === high ? same : decimalOf({ coefficient: wanted, scale })),
  )
  if (digits <= 0) expect(isInteger(result)).toBe(true)
  if (digits === 0) {
    const one = parseDecimal('1') ?? outOfRange
    expect(toText(roundToMultiple(same, one, rounding))).toBe(toText(result))
  }
}

function floorTo(value: bigint, step: bigint): bigint {
  const rest = ((value % step) + step) % step
  return value - rest
}

function pickNeighbour(value: bigint, low: bigint, high: bigint, rounding: Rounding): bigint {
  const outer = value < 0n ? low : high
  const inner = value < 0n ? high : low
  if (rounding === 'floor') return low
  if (rounding === 'ceiling') return high
  if (rounding === 'away') return outer
  if (rounding === 'toward') return inner
  const toOuter = outer > value ? outer - value : value - outer
  const toInner = inner > value ? inner - value : value - inner
  return toOuter <= toInner ? outer : inner
}
