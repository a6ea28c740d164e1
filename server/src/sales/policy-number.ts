import { randomBytes } from 'node:crypto'

/** Capitals and digits that nobody mistakes for one another on paper or on the telephone. */
export const policyNumberAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const characters = 8
/** Bytes from here on would favour the alphabet's first letters. */
const byteLimit = 256 - (256 % policyNumberAlphabet.length)

/** For example `CYB-7K2MPQ4X`. Uniqueness is the database's business. */
export function mintPolicyNumber(prefix: string): string {
  let number = ''
  while (number.length < characters) {
    for (const byte of randomBytes(characters)) {
      if (byte >= byteLimit || number.length === characters) continue
      number += policyNumberAlphabet[byte % policyNumberAlphabet.length]
    }
  }
  return `${prefix}-${number}`
}
