import { scalar } from './definition.ts'
import type { Kit } from './kit.ts'
import { ofOne, ofTwo } from './numeric.ts'
import { type AnyNumber, divisionByZero, type Scalar, wrongNumber } from './value.ts'

/** SQRT, EXP, LN and LOG go through a double and come back with its 15 sure digits. */
export function mathFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { isZero, ofDouble, ofInteger, sign, toDouble } = kit

  function logarithm(x: N, log: (double: number) => number): Scalar<N> {
    return sign(x) <= 0 ? wrongNumber : ofDouble(log(toDouble(x)))
  }

  return {
    ABS: ofOne(kit, kit.absolute),
    SIGN: ofOne(kit, (x) => ofInteger(sign(x))),
    MOD: ofTwo(kit, (x, y) => (isZero(y) ? divisionByZero : kit.modulo(x, y))),
    QUOTIENT: ofTwo(kit, (x, y) => (isZero(y) ? divisionByZero : kit.wholeQuotient(x, y))),
    POWER: ofTwo(kit, kit.raise),
    SQRT: ofOne(kit, (x) => (sign(x) < 0 ? wrongNumber : ofDouble(Math.sqrt(toDouble(x))))),
    EXP: ofOne(kit, (x) => ofDouble(Math.exp(toDouble(x)))),
    LN: ofOne(kit, (x) => logarithm(x, Math.log)),
    LOG10: ofOne(kit, (x) => logarithm(x, Math.log10)),
    LOG: ofTwo(
      kit,
      (x, base) => {
        const below = toDouble(base)
        if (below <= 0) return wrongNumber
        if (below === 1) return divisionByZero
        if (below === 10) return logarithm(x, Math.log10)
        if (below === 2) return logarithm(x, Math.log2)
        return logarithm(x, (double) => Math.log(double) / Math.log(below))
      },
      ofInteger(10),
    ),
    PI: scalar<N>(() => ofDouble(Math.PI)),
  }
}
