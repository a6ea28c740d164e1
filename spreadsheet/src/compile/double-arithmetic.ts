import { addDoubles, areClose } from '../double/index.ts'
import { type Arithmetic, read } from '../engine/index.ts'
import { textCharactersMax } from '../functions/index.ts'

/** The operators on doubles, without a detour for other values; what is not finite goes there. */
export const doubleArithmetic: Arithmetic<number> = {
  '+': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (typeof a !== 'number' || typeof b !== 'number') return slow(a, b)
    const sum = addDoubles(a, b)
    return Number.isFinite(sum) ? sum : slow(a, b)
  },
  '-': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (typeof a !== 'number' || typeof b !== 'number') return slow(a, b)
    const difference = addDoubles(a, -b)
    return Number.isFinite(difference) ? difference : slow(a, b)
  },
  '*': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (typeof a !== 'number' || typeof b !== 'number') return slow(a, b)
    const product = a * b
    return Number.isFinite(product) ? product : slow(a, b)
  },
  '/': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (typeof a !== 'number' || typeof b !== 'number') return slow(a, b)
    const quotient = a / b
    return Number.isFinite(quotient) ? quotient : slow(a, b)
  },
  '=': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'number' && typeof b === 'number' ? areClose(a, b) : slow(a, b)
  },
  '<>': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'number' && typeof b === 'number' ? !areClose(a, b) : slow(a, b)
  },
  '&': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    if (typeof a !== 'string' || typeof b !== 'string') return slow(a, b)
    return a.length + b.length > textCharactersMax ? slow(a, b) : a + b
  },
  '<': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'number' && typeof b === 'number' ? a < b && !areClose(a, b) : slow(a, b)
  },
  '<=': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'number' && typeof b === 'number' ? a <= b || areClose(a, b) : slow(a, b)
  },
  '>': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'number' && typeof b === 'number' ? a > b && !areClose(a, b) : slow(a, b)
  },
  '>=': (first, second, slow) => (frame) => {
    const a = read(first, frame)
    const b = read(second, frame)
    return typeof a === 'number' && typeof b === 'number' ? a >= b || areClose(a, b) : slow(a, b)
  },
}
