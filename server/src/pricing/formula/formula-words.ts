import type { Words } from '@bindery/spreadsheet/formulas'
import { refusedFunctions } from '../refused-functions.ts'

const between = 'Put an operator such as * or + between the names.'

/** How a formula file is spoken of. */
export const formulaWords: Words = {
  parts: 'steps',
  refused: refusedFunctions,
  where: 'in pricing',
  guide: 'The guide to formula pricing lists the functions.',
  rangeOperators: {
    ':': { message: 'Ranges of cells are not available in formulas.', fix: between },
    ' ': { message: 'Two names stand side by side without an operator.', fix: between },
    ',': { message: 'There is a comma outside a function call.', fix: between },
  },
  strangeSign: 'It belongs to spreadsheet cells; leave it out.',
  refusesHiddenRows: true,
}
