import { Type } from 'typebox'
import type { ErrorBody } from '../refusals.ts'
import { named } from './schema.ts'

export const errorSchema = Type.Object(
  {
    status: Type.String({ description: 'The HTTP reason phrase.' }),
    message: Type.Optional(Type.String({ description: 'What is wrong, in a sentence.' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.String({ enum: ['required', 'invalid_value'] }),
          field: Type.String(),
          path: Type.Optional(Type.String()),
          rules: Type.Optional(Type.Array(Type.String())),
        }),
        { description: 'All failing fields, in the order of the product definition.' },
      ),
    ),
  },
  { $id: 'Error' },
)

const descriptions = {
  400: 'The request is malformed, fails validation, or asks for something that is not allowed.',
  401: 'Authentication is missing or not permitted.',
  403: 'Forbidden. The body has only `status`.',
  404: 'A resource was not found.',
  406: 'The Accept header names another version.',
  409: 'Something is still in progress; try again.',
  412: 'If-Match does not name the active version.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not JSON.',
  422: 'Refused for a reason of the business; the message says which.',
  429: 'Too many requests; see Retry-After.',
  503: 'The calculation failed, or the service is temporarily unavailable.',
} as const
export type ErrorStatus = keyof typeof descriptions

/** The documented error answers of a route, by status. */
export function errorResponses(...statuses: readonly ErrorStatus[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: descriptions[status],
        content: { 'application/json': { schema: named<ErrorBody>('Error') } },
      },
    ]),
  )
}
