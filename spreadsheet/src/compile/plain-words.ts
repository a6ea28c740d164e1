import type { Words } from '../engine/index.ts'

const noClock = 'Calculations do not read the clock. Put the day into an input cell.'
const noChance = 'The same inputs must always give the same results. Use no random numbers.'

/** The words of messages where the caller passes none. */
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
    ['WEBSERVICE', 'Calculations have no network access. Put the data into cells.'],
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
