import { inspecting, scalar } from './definition.ts'
import type { Kit } from './kit.ts'
import { ofOne } from './numeric.ts'
import { type AnyNumber, FormulaError, isError, isNumber, notAvailable } from './value.ts'

export function informationFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { one, zero } = kit

  /** The remainder, 0 or 1, of the whole part divided by two. */
  function halfRest(x: N): number | FormulaError {
    const whole = kit.roundTo(kit.absolute(x), 0, 'toward')
    if (isError(whole)) return whole
    const rest = kit.modulo(whole, kit.ofInteger(2))
    return isError(rest) ? rest : kit.toDouble(rest)
  }

  function restIs(wanted: number) {
    return ofOne(kit, (x) => {
      const rest = halfRest(x)
      return isError(rest) ? rest : rest === wanted
    })
  }

  return {
    ISNUMBER: inspecting<N>(isNumber),
    ISTEXT: inspecting<N>((value) => typeof value === 'string'),
    ISNONTEXT: inspecting<N>((value) => typeof value !== 'string'),
    ISBLANK: inspecting<N>((value) => value === null || value === undefined),
    ISERROR: inspecting<N>((value) => isError(value)),
    ISERR: inspecting<N>((value) => isError(value) && value.code !== '#N/A'),
    ISNA: inspecting<N>((value) => isError(value) && value.code === '#N/A'),
    ISLOGICAL: inspecting<N>((value) => typeof value === 'boolean'),
    ISEVEN: restIs(0),
    ISODD: restIs(1),
    N: scalar<N>((value) => {
      if (isNumber(value)) return value
      return value === true ? one : zero
    }),
    NA: scalar<N>(() => notAvailable),
  }
}
