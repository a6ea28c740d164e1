import { type FieldError, Refusal, type RefusalKind } from '../../kernel/index.ts'
import { type ErrorBody, answerRefusal, errorBody } from '../refusals.ts'

/** An error as the server really answers it, under a name that the document lists it by. */
export interface ErrorExample {
  readonly status: number
  readonly name: string
  readonly summary: string
  readonly body: ErrorBody
}

/** A refusal of ours: its kind decides the status and the shape of the body, here as at run time. */
export function refused(
  kind: RefusalKind,
  name: string,
  summary: string,
  message: string,
  errors?: readonly FieldError[],
): ErrorExample {
  return { name, summary, ...answerRefusal(new Refusal(kind, message, errors)) }
}

/** What the HTTP framework refuses before a route is asked. */
export function refusedEarly(
  status: number,
  name: string,
  summary: string,
  message: string,
): ErrorExample {
  return { name, summary, status, body: errorBody(status, message) }
}
