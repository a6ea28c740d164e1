import {
  absolute,
  type Decimal,
  isZero,
  modulo,
  ofInteger,
  sign,
  toDouble,
  wholeQuotient,
} from '../decimal/index.ts'
import { scalar } from './definition.ts'
import { ofOne, ofTwo } from './numeric.ts'
import { inRange, ofDouble, raise } from './operators.ts'
import { divisionByZero, type Scalar, wrongNumber } from './value.ts'

/** SQRT, EXP, LN and LOG go through a double and come back with its 15 sure digits. */
export const math = {
  ABS: ofOne(absolute),
  SIGN: ofOne((x) => ofInteger(sign(x))),
  MOD: ofTwo((x, y) => (isZero(y) ? divisionByZero : inRange(modulo(x, y)))),
  QUOTIENT: ofTwo((x, y) => (isZero(y) ? divisionByZero : inRange(wholeQuotient(x, y, 'toward')))),
  POWER: ofTwo(raise),
  SQRT: ofOne((x) => (sign(x) < 0 ? wrongNumber : ofDouble(Math.sqrt(toDouble(x))))),
  EXP: ofOne((x) => ofDouble(Math.exp(toDouble(x)))),
  LN: ofOne((x) => logarithm(x, Math.log)),
  LOG10: ofOne((x) => logarithm(x, Math.log10)),
  LOG: ofTwo((x, base) => {
    const below = toDouble(base)
    if (below <= 0) return wrongNumber
    if (below === 1) return divisionByZero
    if (below === 10) return logarithm(x, Math.log10)
    if (below === 2) return logarithm(x, Math.log2)
    return logarithm(x, (double) => Math.log(double) / Math.log(below))
  }, ofInteger(10)),
  PI: scalar(() => ofDouble(Math.PI)),
}

function logarithm(x: Decimal, log: (double: number) => number): Scalar {
  return sign(x) <= 0 ? wrongNumber : ofDouble(log(toDouble(x)))
}
