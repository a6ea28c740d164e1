import { plainWords } from '@bindery/spreadsheet'
import type { Words } from '@bindery/spreadsheet/formulas'
import { refusedFunctions } from '../refused-functions.ts'

const today = 'Name an input today and refer to its cell: it is the date of the quote.'

/** How a workbook is spoken of. */
export const workbookWords: Words = {
  ...plainWords,
  refused: new Map([
    ...refusedFunctions,
    ['TODAY', today],
    ['NOW', today],
    [
      'INDIRECT',
      'It makes a reference out of a text, so it is not known beforehand which cells a price uses. Refer to the cells directly, or choose among them with CHOOSE or SWITCH.',
    ],
    [
      'OFFSET',
      'It moves a reference, so it is not known beforehand which cells a price uses. Name the whole range and pick from it with INDEX: INDEX(B1:D9, row, column).',
    ],
    [
      'ANCHORARRAY',
      'Files write it for the sign # after a cell. Name the cells that the formula fills, such as B1:B9.',
    ],
    ['LAMBDA', 'Write the calculation into cells of its own.'],
    ['CELL', 'Pricing knows nothing of the file around the cells; write the value itself.'],
    ['INFO', 'Pricing knows nothing of the machine; write the value itself.'],
    ['HYPERLINK', 'Write the text itself.'],
    ['RTD', 'Pricing reaches no other program; put the data into cells or an input.'],
    ['CALL', 'Pricing runs no macros; write the calculation into cells.'],
  ]),
  where: 'in pricing',
  guide: 'The guide to workbook pricing lists the functions.',
}
