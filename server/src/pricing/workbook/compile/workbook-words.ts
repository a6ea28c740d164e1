import type { Words } from '../../engine/index.ts'
import { refusedFunctions } from '../../functions/index.ts'

const today = 'Name an input today and refer to its cell: it is the date of the quote.'

/** How a workbook is spoken of. */
export const workbookWords: Words = {
  parts: 'cells',
  refused: new Map([
    ...refusedFunctions,
    ['TODAY', today],
    ['NOW', today],
    ['INDIRECT', 'Refer to the cells directly, or choose among them with CHOOSE or SWITCH.'],
    ['LAMBDA', 'Write the calculation into cells of its own.'],
    ['CELL', 'Pricing knows nothing of the file around the cells; write the value itself.'],
    ['INFO', 'Pricing knows nothing of the machine; write the value itself.'],
    ['HYPERLINK', 'Write the text itself.'],
    ['RTD', 'Pricing reaches no other program; put the data into cells or an input.'],
    ['CALL', 'Pricing runs no macros; write the calculation into cells.'],
  ]),
  guide: 'The guide to workbook pricing lists the functions.',
  refusesHiddenRows: false,
}
