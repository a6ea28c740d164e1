import { collectedOutside } from './collected-outside.ts'

/** The insurer sends an invoice and collects the money itself. */
export const invoice = collectedOutside('invoice')
