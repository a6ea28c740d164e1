import type { Decimal } from '../decimal/index.ts'
import { calendar1900, calendar1904 } from './calendar.ts'
import { conditionalFunctions } from './conditional.ts'
import { dateFunctions } from './dates.ts'
import { decimalNumbers } from './decimal-numbers.ts'
import type { FunctionDefinition } from './definition.ts'
import { doubleNumbers } from './double-numbers.ts'
import { informationFunctions } from './information.ts'
import { type Kit, kitOf } from './kit.ts'
import { logicFunctions } from './logic.ts'
import { lookupFunctions } from './lookup.ts'
import { mathFunctions } from './math.ts'
import { type Operators, operatorsOf } from './operators.ts'
import { roundingFunctions } from './rounding.ts'
import type { FunctionName } from './signatures.ts'
import { statisticsFunctions } from './statistics.ts'
import { textFunctions } from './text.ts'
import type { AnyNumber } from './value.ts'
import { workingDayFunctions } from './working-days.ts'

/** The function library for one kind of number. */
export interface Library<N extends AnyNumber> {
  readonly kit: Kit<N>
  readonly operators: Operators<N>
  readonly functions: Record<FunctionName, FunctionDefinition<N>>
}

/** In exact decimals, for formula files. */
export const decimalLibrary: Library<Decimal> = libraryOf(
  kitOf(decimalNumbers, { calendar: calendar1900, readsLooseTexts: false }),
)

/** In doubles, for workbooks: one for each way in which files count their days. */
export const doubleLibrary: Library<number> = libraryOf(
  kitOf(doubleNumbers, { calendar: calendar1900, readsLooseTexts: true }),
)
export const doubleLibrary1904: Library<number> = libraryOf(
  kitOf(doubleNumbers, { calendar: calendar1904, readsLooseTexts: true }),
)

/** Every name of the signatures, or it does not compile. */
function libraryOf<N extends AnyNumber>(kit: Kit<N>): Library<N> {
  return {
    kit,
    operators: operatorsOf(kit),
    functions: {
      ...logicFunctions(kit),
      ...lookupFunctions(kit),
      ...statisticsFunctions(kit),
      ...conditionalFunctions(kit),
      ...roundingFunctions(kit),
      ...mathFunctions(kit),
      ...dateFunctions(kit),
      ...workingDayFunctions(kit),
      ...textFunctions(kit),
      ...informationFunctions(kit),
    },
  }
}
