import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../sealing/index.ts'
import { base32 } from './base32.ts'

const codesCount = 10
/** 80 bits are 16 digits: too many to guess, few enough to type. */
const codeBytes = 10

export function mintRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () =>
    (base32(randomBytes(codeBytes)).match(/.{4}/g) ?? []).join('-'),
  )
}

/** The stored hash, however the code was typed. */
export function hashRecoveryCode(code: string): Buffer {
  return hashSecret(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
}
