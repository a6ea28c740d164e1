import type { Words } from '../engine/index.ts'

const noClock = 'Nothing here asks the clock: put the day into a cell that is given.'
const noChance = 'The same cells must always come to the same values; leave chance out of them.'

/** How cells are spoken of where nobody says otherwise. */
export const plainWords: Words = {
  parts: 'cells',
  refused: new Map([
    ['TODAY', noClock],
    ['NOW', noClock],
    ['RAND', noChance],
    ['RANDBETWEEN', noChance],
    ['RANDARRAY', noChance],
    ['INDIRECT', 'Refer to the cells directly, or choose among them with CHOOSE or SWITCH.'],
    ['OFFSET', 'Name the whole range and pick from it with INDEX.'],
    ['WEBSERVICE', 'Nothing here reaches a network; put the data into cells.'],
    ['LAMBDA', 'Write the calculation into cells of its own.'],
  ]),
  where: 'here',
  guide: 'Use one of the functions in src/functions/signatures.ts.',
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
