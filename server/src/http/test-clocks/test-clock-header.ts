import { Type } from '../wire/type.ts'
import { ids } from '../wire/example-ids.ts'

export const testClockHeader = Type.String({
  description:
    'A test clock, in test mode only: the sale happens at its time, and the policy follows it.',
  examples: [ids.clock],
})
