/** VALUE also reads a percentage and thousands separated by commas. */
export function readLooseNumber<N>(text: string, parse: (text: string) => N | null): N | null {
  const trimmed = text.trim()
  const isPercentage = trimmed.endsWith('%')
  const digits = isPercentage ? trimmed.slice(0, -1).trimEnd() : trimmed
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits) ? digits.replaceAll(',', '') : digits
  return parse(isPercentage && !/e/i.test(plain) ? `${plain}e-2` : plain)
}
