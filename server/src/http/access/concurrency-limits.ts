import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Reason } from '../../kernel/index.ts'
import { foldersBusy } from '../../threads/index.ts'
import { callerOf } from './access.ts'
import { exportsBusy, importsBusy } from '../reasons.ts'

/** Expensive calls, of which a limited number runs at once. */
export type ExpensiveCall = 'imports' | 'exports' | 'folders'

export interface ConcurrencyLimit {
  readonly inAllMax: number
  readonly perAccountMax: number
}

const limits: Readonly<Record<ExpensiveCall, ConcurrencyLimit>> = {
  // Each has a connection to the database and a share of the processor.
  imports: { inAllMax: 4, perAccountMax: 2 },
  exports: { inAllMax: 4, perAccountMax: 2 },
  folders: { inAllMax: 8, perAccountMax: 4 },
}
/** Longer than a slow body may take, so that a waiting call outlasts a stalled one. */
export const expensiveCallWaitMsDefault = 15_000
const waitingPerAccountMax = 16

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits how many such calls run at once. */
    expensive?: ExpensiveCall
  }
}

/** How many expensive calls run and wait, for the metrics. */
export type ExpensiveCallSurvey = Readonly<
  Record<ExpensiveCall, { running: number; waiting: number }>
>

/** Keeps the expensive calls of one account from blocking those of others. */
export function addConcurrencyLimits(
  app: FastifyInstance,
  waitMs: number,
): () => ExpensiveCallSurvey {
  const limiters = {
    imports: createConcurrencyLimiter('imports', limits.imports, waitMs),
    exports: createConcurrencyLimiter('exports', limits.exports, waitMs),
    folders: createConcurrencyLimiter('folders', limits.folders, waitMs),
  }
  app.addHook('onRoute', (route) => {
    const { expensive } = route.config ?? {}
    if (expensive === undefined) return
    const { handler } = route
    route.handler = async function (request: FastifyRequest, reply: FastifyReply) {
      const release = await limiters[expensive].take(callerOf(request).account.id)
      try {
        return await handler.call(this, request, reply)
      } finally {
        whenAnswered(reply, release)
      }
    }
  })
  return () => ({
    imports: limiters.imports.survey(),
    exports: limiters.exports.survey(),
    folders: limiters.folders.survey(),
  })
}

/** A response may still be written after its handler has ended. */
export function whenAnswered({ raw }: FastifyReply, then: () => void): void {
  if (raw.writableFinished || raw.destroyed) then()
  else raw.once('finish', then).once('close', then)
}

export interface ConcurrencyLimiter {
  /** Waits for a slot; returns the function that releases it. */
  take(account: string): Promise<() => void>
  survey(): { running: number; waiting: number }
}

interface Waiting {
  readonly account: string
  readonly start: () => void
}

/** Slots in the order of requests, except that others pass an account that is at its own limit. */
export function createConcurrencyLimiter(
  call: ExpensiveCall,
  limit: ConcurrencyLimit,
  waitForMs: number,
): ConcurrencyLimiter {
  const running = new Map<string, number>()
  let inAll = 0
  let queue: Waiting[] = []
  const of = (account: string) => running.get(account) ?? 0
  const mayStart = (account: string) => inAll < limit.inAllMax && of(account) < limit.perAccountMax

  function start(account: string): () => void {
    inAll += 1
    running.set(account, of(account) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      inAll -= 1
      if (of(account) > 1) running.set(account, of(account) - 1)
      else running.delete(account)
      queue.find((one) => mayStart(one.account))?.start()
    }
  }

  return {
    survey: () => ({ running: inAll, waiting: queue.length }),
    async take(account) {
      if (mayStart(account)) return start(account)
      if (queue.filter((one) => one.account === account).length >= waitingPerAccountMax) {
        throw busyWith[call]()
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer)
          queue = queue.filter((one) => one !== waiting)
        }
        const waiting: Waiting = {
          account,
          start: () => {
            leave()
            resolve(start(account))
          },
        }
        const timer = setTimeout(() => {
          leave()
          reject(busyWith[call]())
        }, waitForMs).unref()
        queue.push(waiting)
      })
    },
  }
}

/** The refusals of calls that waited too long. */
export const busyWith: Readonly<Record<ExpensiveCall, Reason<[]>>> = {
  imports: importsBusy,
  exports: exportsBusy,
  folders: foldersBusy,
}
