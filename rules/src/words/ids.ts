/** Any id: what it identifies, and digits that keep it apart. */
export type PrefixedId<Prefix extends string> = `${Prefix}_${string}`
export type DatasetId = PrefixedId<'dat'>
export type DatasetItemId = PrefixedId<'dai'>

/** Twelve hex digits of time keep an index local; sixteen random ones (64 bits) keep ids apart. */
export const timeHexDigits = 12
export const randomHexDigits = 16

/** Whether a text is written as ids of that prefix are. */
export function hasIdShape<Prefix extends string>(
  prefix: Prefix,
  text: unknown,
): text is PrefixedId<Prefix> {
  return (
    typeof text === 'string' &&
    text.length === prefix.length + 1 + timeHexDigits + randomHexDigits &&
    text.startsWith(`${prefix}_`) &&
    isLowerHex(text, prefix.length + 1)
  )
}

function isLowerHex(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 48 && code <= 57
    const isLetter = code >= 97 && code <= 102
    if (!isDigit && !isLetter) return false
  }
  return true
}
