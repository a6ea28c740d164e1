import { Type } from 'typebox'
import { ids } from '../wire/example-ids.ts'

export const testClockHeader = Type.String({
  description:
    'A test clock, in test mode only: the sale is made at the moment that it shows, and lives by it.',
  examples: [ids.clock],
})
