import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterFailure,
  afterSuccess,
  beforeRequest,
  type CircuitBreaker,
  closedBreaker,
  failuresToOpen,
  openMs,
} from './circuit-breaker.ts'

function failing(times: number, nowMs = 0): CircuitBreaker {
  let breaker = closedBreaker
  for (let count = 0; count < times; count++) breaker = afterFailure(breaker, nowMs)
  return breaker
}

describe('the circuit breaker', () => {
  it('opens after a run of failures, and not before', () => {
    expect(failing(failuresToOpen - 1)).toEqual({ state: 'closed', failures: failuresToOpen - 1 })
    expect(failing(failuresToOpen)).toEqual({ state: 'open', untilMs: openMs })
    expect(afterSuccess()).toEqual(closedBreaker)
  })

  it('is not kept open longer by failures of requests that went out before', () => {
    const open = failing(failuresToOpen)
    expect(afterFailure(open, openMs - 1)).toBe(open)
  })

  it('lets one request through after its while, and nothing else until that is answered', () => {
    const open = failing(failuresToOpen)
    expect(beforeRequest(open, openMs - 1)).toEqual({ mayGo: false, next: open })
    const trial = beforeRequest(open, openMs)
    expect(trial).toMatchObject({ mayGo: true, next: { state: 'half_open' } })
    expect(beforeRequest(trial.next, openMs + 1).mayGo).toBe(false)
    expect(afterFailure(trial.next, openMs + 1)).toEqual({ state: 'open', untilMs: 2 * openMs + 1 })
    expect(beforeRequest(trial.next, 2 * openMs).mayGo).toBe(true)
  })

  it('whatever happens, it never waits longer than its while and never passes more than it may', () => {
    const step = record({
      what: constantFrom(
        'ask',
        'success',
        'failure',
        'failure',
        'failure',
        'failure',
        'late failure',
      ),
      afterMs: integer({ min: 0, max: openMs }),
    })
    assert(
      property(array(step, { maxLength: 60 }), (steps) => {
        let breaker = closedBreaker
        let nowMs = 0
        let failuresInARow = 0
        for (const { what, afterMs } of steps) {
          nowMs += afterMs
          const { mayGo, next } = beforeRequest(breaker, nowMs)
          if (breaker.state === 'closed') expect(mayGo).toBe(true)
          if (what === 'late failure' && breaker.state === 'open') {
            expect(afterFailure(breaker, nowMs)).toBe(breaker)
          }
          if (!mayGo) {
            // Closed again at the latest after its while, if the rater is back.
            expect(beforeRequest(breaker, nowMs + openMs).mayGo).toBe(true)
            continue
          }
          breaker = next
          if (what === 'success') {
            breaker = afterSuccess()
            failuresInARow = 0
          } else if (what === 'failure') {
            breaker = afterFailure(breaker, nowMs)
            failuresInARow += 1
          }
          if (failuresInARow < failuresToOpen) expect(breaker.state).not.toBe('open')
          if (breaker.state === 'closed') expect(breaker.failures).toBeLessThan(failuresToOpen)
          if (breaker.state === 'open') expect(breaker.untilMs).toBeLessThanOrEqual(nowMs + openMs)
        }
      }),
    )
  })
})
