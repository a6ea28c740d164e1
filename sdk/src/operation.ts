import type { Operations } from './generated.ts'

export type OperationId = keyof Operations

/** What an operation answers when it succeeds. */
export type Answer<Id extends OperationId> =
  Operations[Id]['answer'][keyof Operations[Id]['answer']]

/** What may be said of any call. */
export interface CallOptions {
  /** Names a POST, so that it happens once however often it is sent. Made up when absent. */
  readonly idempotencyKey?: string
  /** Your own name for the request, for finding it in the logs of the server. */
  readonly requestId?: string
  /** Ends the call, waits between retries included. */
  readonly signal?: AbortSignal
}

/** All that a certain operation needs, and nothing that it has no use for. */
export type Order<Id extends OperationId> = CallOptions &
  Part<'params', Operations[Id]['params']> &
  Part<'query', Operations[Id]['query']> &
  Part<'headers', Operations[Id]['headers']> &
  Body<Operations[Id]['body']>

/** The order may be left out where nothing in it is needed. */
export type OrderArguments<Id extends OperationId> =
  Partial<Order<Id>> extends Order<Id> ? [order?: Order<Id>] : [order: Order<Id>]

type Part<Name extends string, Values> = [Values] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Partial<Values> extends Values
    ? { readonly [N in Name]?: Values }
    : { readonly [N in Name]: Values }

type Body<Value> = [Value] extends [undefined]
  ? { readonly body?: undefined }
  : undefined extends Value
    ? { readonly body?: Value }
    : { readonly body: Value }
