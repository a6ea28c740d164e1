import type { Words } from '../engine/index.ts'
import { refusedFunctions } from '../functions/index.ts'

/** How a formula file is spoken of. */
export const formulaWords: Words = {
  parts: 'steps',
  refused: refusedFunctions,
  guide: 'The guide to formula pricing lists the functions.',
  refusesHiddenRows: true,
}
