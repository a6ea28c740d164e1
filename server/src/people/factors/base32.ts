const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bitsPerDigit = 5

/** Without padding, as authenticator apps expect secrets. The bytes fill whole digits. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const digits = bits.match(new RegExp(`.{1,${bitsPerDigit}}`, 'g')) ?? []
  return digits.map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
