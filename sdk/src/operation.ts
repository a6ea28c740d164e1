import type { Operations } from './generated.ts'

export type OperationId = keyof Operations

/** What an operation answers when it succeeds. */
export type Answer<Id extends OperationId> =
  Operations[Id]['answer'][keyof Operations[Id]['answer']]

/**
 * The codes that an operation may be refused with, as its documentation lists them. The state of the
 * server or of the connection may also refuse any call, with another `ErrorCode`.
 */
export type ErrorCodeOf<Id extends OperationId> = Operations[Id]['refuses']

/** The options of every call. */
export interface CallOptions {
  /** Identifies a POST, so that it takes effect once however often it is sent. Generated when absent. */
  readonly idempotencyKey?: string
  /** Your own id of the request, to find it in the logs of the server. */
  readonly requestId?: string
  /** Aborts the call, including waits between retries. */
  readonly signal?: AbortSignal
}

/** The arguments of an operation: exactly those that it takes. */
export type CallRequest<Id extends OperationId> = CallOptions &
  Part<'params', Operations[Id]['params']> &
  Part<'query', Operations[Id]['query']> &
  Part<'headers', Operations[Id]['headers']> &
  Body<Operations[Id]['body']>

/** The arguments may be omitted where none is required. */
export type CallArguments<Id extends OperationId> =
  Partial<CallRequest<Id>> extends CallRequest<Id>
    ? [request?: CallRequest<Id>]
    : [request: CallRequest<Id>]

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
