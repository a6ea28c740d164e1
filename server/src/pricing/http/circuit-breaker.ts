/**
 * Keeps quotes from waiting for a rater that is down. Closed, requests pass; after a run of failures
 * it opens and nothing passes for a while; then half open, a single request tries whether the rater
 * is back. Pure: time is an argument, and each step gives the next state.
 */
export type CircuitBreaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly untilMs: number }
  | { readonly state: 'half_open'; readonly untilMs: number }

export const failuresToOpen = 5
export const openMs = 5_000

export const closedBreaker: CircuitBreaker = { state: 'closed', failures: 0 }

/** Whether a request may go out now, and the state while it is under way. */
export function beforeRequest(
  breaker: CircuitBreaker,
  nowMs: number,
): { readonly mayGo: boolean; readonly next: CircuitBreaker } {
  if (breaker.state === 'closed') return { mayGo: true, next: breaker }
  if (nowMs < breaker.untilMs) return { mayGo: false, next: breaker }
  // Half open, the trial itself may never report back; another may go after the same while.
  return { mayGo: true, next: { state: 'half_open', untilMs: nowMs + openMs } }
}

export function afterSuccess(): CircuitBreaker {
  return closedBreaker
}

export function afterFailure(breaker: CircuitBreaker, nowMs: number): CircuitBreaker {
  const open: CircuitBreaker = { state: 'open', untilMs: nowMs + openMs }
  if (breaker.state === 'half_open') return open
  // Requests that were under way when it opened report late and do not prolong it.
  if (breaker.state === 'open') return breaker
  const failures = breaker.failures + 1
  return failures >= failuresToOpen ? open : { state: 'closed', failures }
}
