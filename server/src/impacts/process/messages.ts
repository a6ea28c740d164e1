import type { Connection } from '../../database/index.ts'
import type { ImpactRequest } from '../impact.ts'
import type { Tally } from '../tally/tally.ts'

/** A request as it can be sent to another process: days and moments are texts. */
export interface SentRequest extends Omit<ImpactRequest, 'today'> {
  readonly livemode: boolean
  readonly today: string
  /** When the impact was requested: later sales are left out. */
  readonly askedAt: string
  readonly total: number | null
  readonly done: number
  readonly place: string | null
  readonly tally: Tally | null
  /** So many rows are sent as one part, and no more are read at a time. */
  readonly partRows: number
}

export type ToChild =
  | {
      readonly kind: 'task'
      readonly connection: Connection
      readonly task: SentRequest
      /** Whether requests are served as the task begins. */
      readonly isYielding: boolean
    }
  /** The part that was sent last is stored. */
  | { readonly kind: 'kept' }
  /** Whether requests are served just now, which come before impacts. */
  | { readonly kind: 'yield'; readonly isOn: boolean }

export type FromChild =
  /** A sign of life: on a busy server, loading takes most of a minute. */
  | { readonly kind: 'loaded' }
  | { readonly kind: 'counted'; readonly total: number }
  /** The next part of the portfolio, with everything counted so far. */
  | {
      readonly kind: 'part'
      readonly place: string
      readonly done: number
      readonly lines: Uint8Array
      readonly tally: Tally
    }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** It could not reach the database, and another process may. */
      readonly isDatabaseAway: boolean
    }
