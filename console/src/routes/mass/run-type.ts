import type { Answer } from '@bindery/sdk'

/** A job on many policies, as its page reads it. */
export type Run = Answer<'showMassEndorsement'>
