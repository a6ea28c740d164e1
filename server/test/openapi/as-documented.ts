import type { Response } from 'light-my-request'
import { expect } from 'vitest'
import { type DocumentedMedia, examplesOf, operationNamed, validatorOf } from './documented.ts'
import { masked } from './masked.ts'

/** Sent with a repeated answer, and where there are more pages. */
const sentAtTimes: ReadonlySet<string> = new Set(['Idempotency-Replayed', 'Link'])

/** The response fits its documented schema, and is the documented example but for ids and tokens. */
export function expectAsDocumented(
  operationId: string,
  response: Response,
  example = 'example',
  body: unknown = response.json(),
): void {
  const media = expectInDocumentedForm(operationId, response, example)
  expect(masked(body)).toEqual(masked(examplesOf(media)[example]))
}

/** The same of a list, which may have other rows besides those of the example. */
export function expectListAsDocumented(operationId: string, response: Response): void {
  const media = expectInDocumentedForm(operationId, response)
  const rows = masked(examplesOf(media)['example']) as unknown[] // The example of a list is one.
  expect(rows).not.toEqual([])
  for (const row of rows) expect(masked(response.json())).toContainEqual(row)
}

/** The response fits its documented schema, whatever the example is. */
export function expectInDocumentedForm(
  operationId: string,
  response: Response,
  example = 'example',
): DocumentedMedia {
  const documented = operationNamed(operationId).responses[response.statusCode]
  const media = documented?.content['application/json']
  if (media === undefined) throw new Error(`${response.statusCode} is not documented`)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  const validate = validatorOf(media.schema)
  validate(response.json())
  expect(validate.errors, operationId).toBeNull()
  const promised = Object.keys(documented?.headers ?? {})
    .filter((header) => !sentAtTimes.has(header) && !isPublicView(header, example))
    .map((header) => header.toLowerCase())
  expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(promised))
  return media
}

/** A caller that may not cancel a policy does not see its version. */
function isPublicView(header: string, example: string): boolean {
  return header === 'ETag' && example === 'PublicPolicy'
}
