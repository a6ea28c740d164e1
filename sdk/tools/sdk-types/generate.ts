import { readFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import type { Document } from './document.ts'
import { sharedCodes } from './error-codes.ts'
import { describedOperations, operationRow, operationType } from './operation-types.ts'
import { comment, typeOfSchema } from './type-of-schema.ts'

/** The text of sdk/src/generated.ts for an openapi.json, formatted like everything else. */
export async function generateSdkTypes(document: Document): Promise<string> {
  const operations = describedOperations(document)
  const source = [
    '// Written by `npm run sdk` from openapi.json: change the routes, not this file.',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        `${comment(schema.description)}export type ${name} = ${typeOfSchema(schema)}`,
    ),
    `/** All events that are sent to webhooks, by their \`type\`. Later releases add types. */
export type WebhookEvent = ${webhookTypes(document).join(' | ')}`,
    `/** The types of events that this release knows. */
export const eventTypes: readonly WebhookEvent['type'][] = ${JSON.stringify(Object.keys(document.webhooks))}`,
    `/** The codes of the errors that several operations share. */
interface SharedCodes {\n${sharedCodes(document).join('\n')}\n}`,
    `/** Every operation: what goes in, what comes out on success, by status, and the codes of its errors. */
export interface Operations {\n${operations.map((one) => operationType(document, one)).join('\n')}\n}`,
    `/** What the client must know of an operation to call it. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  /** \`any\`: a public or a secret key; \`none\`: it is open to all, so no key is sent. */
  readonly keys: 'none' | 'any' | 'secret'
  readonly takesBody: boolean
  readonly takesIdempotencyKey: boolean
  /** The version for the Accept header; null where any will do. */
  readonly version: number | null
  /** The media types of its successes. */
  readonly answers: readonly string[]
}`,
    `export const operations: Readonly<Record<keyof Operations, OperationRow>> = {
${operations.map(operationRow).join('\n')}\n}`,
  ].join('\n\n')
  return formatted(source)
}

function webhookTypes({ webhooks }: Document): string[] {
  return Object.values(webhooks).map(({ post }) =>
    typeOfSchema(post.requestBody?.content['application/json']?.schema ?? {}),
  )
}

/** As the formatter of the house would leave it. */
export async function formatted(source: string): Promise<string> {
  const rules = await readFile(new URL('../../../.oxfmtrc.json', import.meta.url), 'utf8')
  const { ignorePatterns: _files, ...options } = JSON.parse(rules) as Record<string, unknown> // Ours.
  const result = await format('generated.ts', source, options)
  if (result.errors.length > 0)
    throw new Error(`The types do not parse: ${result.errors[0]?.message}`)
  return result.code
}
