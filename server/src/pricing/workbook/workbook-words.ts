import type { Words } from '../engine/index.ts'
import { refusedFunctions } from '../refused-functions.ts'

const today = 'Name an input today and refer to its cell: it is the date of the quote.'

/** How a workbook is spoken of. */
export const workbookWords: Words = {
  parts: 'cells',
  refused: new Map([
    ...refusedFunctions,
    ['TODAY', today],
    ['NOW', today],
    [
      'INDIRECT',
      'It makes a reference out of a text, so that nobody can say beforehand which cells a price uses. Refer to the cells directly, or choose among them with CHOOSE or SWITCH.',
    ],
    [
      'OFFSET',
      'It moves a reference about, so that nobody can say beforehand which cells a price uses. Name the whole range and pick from it with INDEX: INDEX(B1:D9, row, column).',
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
  rangeOperators: {
    ':': {
      message: 'A range has an end that is computed, such as B1:INDEX(B1:B10,3).',
      fix: 'Write both ends as cells, such as B1:B10. To take only some of the rows, use SUMIFS, AVERAGEIFS or SUMPRODUCT with a condition.',
    },
    ' ': {
      message: 'Two ranges stand side by side, which means the cells that they share.',
      fix: 'Name those cells directly; if a product was meant, put * between the two.',
    },
    ',': {
      message: 'Several ranges are joined by commas within brackets of their own.',
      fix: 'Leave those brackets out and give the function each range as an argument.',
    },
  },
  strangeSign: 'Name the cells that the formula fills, such as B1:B9 instead of B1#.',
  refusesHiddenRows: false,
}
