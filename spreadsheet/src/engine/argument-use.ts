import type { AstExpression, ReferenceIdentifier } from '@borgar/fx'
import {
  type FunctionName,
  functionSignatures,
  isFunctionName,
  isSpecialForm,
  type SpecialFormName,
  takingOf,
} from '../functions/index.ts'
import type { Use } from './scope.ts'

/** How files write the sign @: of a range, the cell beside the formula. */
export const singleName = 'SINGLE'

/** How a call uses the argument at a position, from zero on, given how the call itself is used. */
export function argumentUse(name: string, position: number, use: Use): Use {
  if (name === singleName) return 'value'
  // Inside an array everything is done cell by cell.
  if (use === 'array') return 'array'
  if (isSpecialForm(name)) return formUse(name, position, use)
  return isFunctionName(name) ? functionUse(name, position) : 'range'
}

function functionUse(name: FunctionName, position: number): Use {
  const taking = takingOf(functionSignatures[name], position)
  if (taking === 'a') return 'array'
  return taking === 'v' ? 'value' : 'range'
}

/** A result argument is used as the form itself is used. A condition is used as one value. */
function formUse(name: SpecialFormName, position: number, use: Use): Use {
  switch (name) {
    case 'IF':
    case 'CHOOSE':
      return position === 0 ? 'value' : use
    case 'IFS':
      return position % 2 === 0 ? 'value' : use
    case 'SWITCH':
      return position === 0 || position % 2 === 1 ? 'value' : use
    case 'IFERROR':
    case 'IFNA':
      return use
  }
}

/** How operators use their operands: as single values, or cell by cell inside an array. */
export function operandUse(use: Use): Use {
  return use === 'array' ? 'array' : 'value'
}

/** A LET name may stand for a range, which its own users take as they like. */
export function declarationUse(use: Use): Use {
  return use === 'array' ? 'array' : 'range'
}

/**
 * SUMIF and AVERAGEIF take only the first cell of the sum range: its size is that of the tested range.
 * Gives the tested range if the argument at the position is a sum range.
 */
export function sizeModel(
  name: string,
  position: number,
  nodes: readonly (AstExpression | null)[],
): ReferenceIdentifier | undefined {
  const isSized = position === 2 && (name === 'SUMIF' || name === 'AVERAGEIF')
  const [tested = null] = isSized ? nodes : []
  return tested?.type === 'ReferenceIdentifier' ? tested : undefined
}
