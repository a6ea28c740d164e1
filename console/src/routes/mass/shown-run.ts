import type { Answer } from '@bindery/sdk'

/** A job over many policies, as it is shown. */
export type Run = Answer<'showMassEndorsement'>
