/** Digits that a spreadsheet keeps of a number. */
const significantDigits = 15
/** Plain digits that may be longer than the shortest form, which has no more than this. */
const shortCharactersMax = 16

const numberText = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?$/i

/** Reads `-12.50` or `1.5e-7`; null where the text is not a number or too large for a double. */
export function parseDouble(text: string): number | null {
  if (!numberText.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** The number cut to the digits that count: 0.1 + 0.2 becomes 0.3. */
export function toSignificant(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value
  return Number(value.toPrecision(significantDigits))
}

/** A number as formulas join it to text, in the General format: `0.3`, `1E+15`. */
export function doubleText(value: number): string {
  const text = String(toSignificant(value))
  if (Math.abs(value) < 1e15 && !text.includes('e')) return text
  const [mantissa = '', exponent = ''] = toSignificant(value).toExponential().split('e')
  const sign = exponent.startsWith('-') ? '-' : '+'
  return `${mantissa}E${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`
}

/** Plain digits without exponent, at most 15 of them significant: how an amount leaves. */
export function decimalText(value: number): string {
  const short = String(value)
  if (short.length <= shortCharactersMax && !short.includes('e')) return short
  const text = String(toSignificant(value))
  return text.includes('e') ? plainDigits(text) : text
}

/** `1.5e-7` written out. */
function plainDigits(text: string): string {
  const [mantissa = '', exponent = '0'] = text.split('e')
  const isNegative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return isNegative ? `-${plain}` : plain
}
