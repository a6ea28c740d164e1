import { STATUS_CODES } from 'node:http'
import type { Listed } from '../../kernel/index.ts'
import { type ErrorBody, answerRefusal, statusOfKind } from './refusals.ts'
import { named } from '../wire/schema.ts'
import { errorSchema } from './error.ts'

const descriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed, fails validation, or asks for something that is not allowed.',
  401: 'The key is missing, unknown, or of the wrong kind for this call.',
  403: 'The key has no access.',
  404: 'A resource that the request names was not found.',
  406: 'The Accept header does not name the version of this call.',
  409: 'An earlier request is still in progress. Nothing was changed; try again in a moment.',
  412:
    'If-Match is not the active version of the policy. View the policy again and decide with ' +
    'the current data.',
  413: 'The body is larger than 1 MiB, or than the limit in the description of the call.',
  414: 'A part of the path is too long to be an id.',
  415: 'The call does not accept the media type of the body.',
  422: 'The request is valid but refused for a business reason; the message says which.',
  429:
    'The key, or the address of a caller without a valid key, has used up its requests for ' +
    'this minute. Retry-After says how many seconds to wait.',
  503: 'The service cannot answer at present. Try again in a moment, with the same Idempotency-Key if you sent one.',
}

/** The errors that a route documents, gathered by status. */
export function errorResponses(...listed: readonly Listed[]) {
  const byStatus = Object.groupBy(listed, ({ kind }) => statusOfKind[kind])
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus = []]) => [
      Number(status),
      {
        description: descriptions[Number(status)] ?? STATUS_CODES[status] ?? 'Refused.',
        content: {
          'application/json': {
            schema: named(errorSchema),
            // Only who reads the document needs them, and that is rare.
            get examples() {
              return Object.fromEntries(
                ofStatus.map((one) => [one.label, { summary: one.when, value: bodyOf(one) }]),
              )
            },
          },
        },
      },
    ]),
  )
}

const bodies = new WeakMap<Listed, ErrorBody>()

/** The same reason is listed by many routes, and always answered alike. */
function bodyOf(listed: Listed): ErrorBody {
  const known = bodies.get(listed) ?? answerRefusal(listed.example()).body
  bodies.set(listed, known)
  return known
}
