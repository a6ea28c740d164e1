import type { OrderKind } from './possible-orders.ts'

/** What is told of each order, when it comes and when it is done or was not. */
export const newsOf = {
  cancellation: {
    requested: 'policy.cancellation_requested',
    done: 'policy.cancelled',
    failed: 'policy.cancellation_failed',
  },
} as const satisfies Record<OrderKind, object>
