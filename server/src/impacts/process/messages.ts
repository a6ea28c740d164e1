import type { ClientConfig } from 'pg'
import type { ImpactRequest } from '../impact.ts'
import type { Tally } from '../tally/tally.ts'

/** An order as it can be sent to another process: days and moments are texts. */
export interface SentRequest extends Omit<ImpactRequest, 'today'> {
  readonly livemode: boolean
  readonly today: string
  /** When it was asked: what was sold later is not looked at. */
  readonly askedAt: string
  readonly total: number | null
  readonly done: number
  readonly place: string | null
  readonly tally: Tally | null
  /** So many rows are told together, and no more are read at a time. */
  readonly partRows: number
}

export type ToChild =
  | {
      readonly kind: 'task'
      readonly connection: ClientConfig
      readonly task: SentRequest
      /** Whether somebody is served as it begins. */
      readonly isYielding: boolean
    }
  /** What it told last is written down. */
  | { readonly kind: 'kept' }
  /** Whether somebody is served just now, who comes before it. */
  | { readonly kind: 'yield'; readonly isOn: boolean }

export type FromChild =
  /** A sign of life: where others come first, loading takes most of a minute. */
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
  | { readonly kind: 'failed'; readonly reason: string }
