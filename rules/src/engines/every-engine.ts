import { bankEngine } from './bank-engine.ts'
import type { Engines } from './engines.ts'
import { patternEngine } from './pattern-engine.ts'
import { phoneEngine } from './phone-engine.ts'
import { postalEngine } from './postal-engine.ts'

/** For programs with room for all of them, such as the server. */
export const everyEngine: Engines = {
  phone: phoneEngine,
  pattern: patternEngine,
  bank: bankEngine,
  postal: postalEngine,
}
