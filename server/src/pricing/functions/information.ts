import {
  absolute,
  Decimal,
  isZero,
  modulo,
  ofInteger,
  one,
  roundTo,
  zero,
} from '../decimal/index.ts'
import { inspecting, scalar } from './definition.ts'
import { ofOne } from './numeric.ts'
import { FormulaError, notAvailable } from './value.ts'

export const information = {
  ISNUMBER: inspecting((value) => value instanceof Decimal),
  ISTEXT: inspecting((value) => typeof value === 'string'),
  ISNONTEXT: inspecting((value) => typeof value !== 'string'),
  ISBLANK: inspecting((value) => value === null || value === undefined),
  ISERROR: inspecting((value) => value instanceof FormulaError),
  ISERR: inspecting((value) => value instanceof FormulaError && value !== notAvailable),
  ISNA: inspecting((value) => value instanceof FormulaError && value.code === '#N/A'),
  ISLOGICAL: inspecting((value) => typeof value === 'boolean'),
  ISEVEN: ofOne((x) => isZero(halfRest(x))),
  ISODD: ofOne((x) => !isZero(halfRest(x))),
  N: scalar((value) => {
    if (value instanceof Decimal) return value
    return value === true ? one : zero
  }),
  NA: scalar(() => notAvailable),
}

function halfRest(x: Decimal): Decimal {
  return modulo(absolute(roundTo(x, 0, 'toward')), ofInteger(2))
}
