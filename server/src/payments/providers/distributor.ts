import { collectedOutside } from './collected-outside.ts'

/** The distributor collects from the customer, and settles with the insurer by their agreement. */
export const distributor = collectedOutside('distributor')
