import { conditional } from './conditional.ts'
import { dates } from './dates.ts'
import type { FunctionDefinition } from './definition.ts'
import { information } from './information.ts'
import { logic } from './logic.ts'
import { lookup } from './lookup.ts'
import { math } from './math.ts'
import { rounding } from './rounding.ts'
import type { FunctionName } from './signatures.ts'
import { statistics } from './statistics.ts'
import { text } from './text.ts'
import { workingDays } from './working-days.ts'

/** The function library in exact decimals: every name of the signatures, or it does not compile. */
export const decimalLibrary: Record<FunctionName, FunctionDefinition> = {
  ...logic,
  ...lookup,
  ...statistics,
  ...conditional,
  ...rounding,
  ...math,
  ...dates,
  ...workingDays,
  ...text,
  ...information,
}
