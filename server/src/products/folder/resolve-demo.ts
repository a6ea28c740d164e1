import type { JsonObject } from '../../kernel/index.ts'
import type { ProductDemo } from '../product-definition.ts'
import { resolveDates } from './date-phrases.ts'

export interface ResolvedDemo {
  readonly quote: JsonObject
  readonly policy: JsonObject
  readonly knockout: JsonObject
}

/** A demo whose date phrases have become dates, ready to be sent. */
export function resolveDemo(demo: ProductDemo, today: Temporal.PlainDate): ResolvedDemo {
  return {
    quote: resolveDates(demo.quote, today),
    policy: resolveDates(demo.policy, today),
    knockout: resolveDates(demo.knockout, today),
  }
}
