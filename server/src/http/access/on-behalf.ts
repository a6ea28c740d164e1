import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { type Json, Refusal } from '../../kernel/index.ts'
import { type RequestedCall, secondPersonRequired } from '../../approvals/index.ts'
import type { Act, Caller, SecondPerson } from '../../identity/index.ts'
import type { App } from '../deps.ts'
import { routeNotFound } from '../reasons.ts'

/** A call that is made for a person who has requested it, within the request of another. */
interface OnBehalf {
  readonly caller: Caller
  /** The operationId of the call, once a route was found that can need a second person. */
  call: string | null
  refusal: Refusal | null
}

/** Nothing of it is part of the request: nobody outside can claim to act for somebody. */
const onBehalf = new AsyncLocalStorage<OnBehalf>()

/** The outcome of a call that was made for somebody. */
export interface MadeCall {
  /** Its operationId; null if there is no call that can need a second person. */
  readonly call: string | null
  /** The act, if the call came as far as that. */
  readonly act: Act | null
  /** Why it was refused; null if it was carried out. */
  readonly refusal: Refusal | null
  readonly answer: Json
}

/** Makes a call for a person. The second person decides at its end, in its transaction. */
export async function callFor(
  app: App,
  caller: Caller,
  { method, path, body }: RequestedCall,
  secondPerson: SecondPerson,
): Promise<MadeCall> {
  let act: Act | null = null
  let problem: Refusal | null = null
  const acting: OnBehalf = {
    caller: {
      ...caller,
      secondPerson: async (tx, reached, now) => {
        act = reached
        try {
          await secondPerson(tx, reached, now)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // What the approval refuses is no refusal of this call: it is answered by the other one.
          problem = error
          throw secondPersonRequired()
        }
      },
    },
    call: null,
    refusal: null,
  }
  const response = await onBehalf.run(acting, async () =>
    app.inject({
      method,
      url: path,
      ...(body === undefined ? {} : { payload: Object(body) as object }),
    }),
  )
  const { call } = acting
  const refusal = problem ?? acting.refusal
  if (response.statusCode >= 500) {
    // Not the call is refused then: a repetition may succeed.
    throw refusal ?? new Error(`${method} ${path} failed, made for ${caller.actor.id}`)
  }
  const answer = refusal === null ? (JSON.parse(response.body) as Json) : null // Ours.
  return { call, act, refusal, answer }
}

/** Whom a request is made for; null for requests from outside. */
export function actingFor({ method, url, routeOptions }: FastifyRequest): Caller | null {
  const acting = onBehalf.getStore()
  if (acting === undefined) return null
  if (routeOptions.config.mayNeedSecondPerson !== true) throw routeNotFound(method, url)
  acting.call = routeOptions.schema?.operationId ?? null
  return acting.caller
}

/** Remembers why a call was refused that is made for somebody. */
export function noteRefusal(refusal: Refusal): void {
  const acting = onBehalf.getStore()
  if (acting !== undefined) acting.refusal = refusal
}
