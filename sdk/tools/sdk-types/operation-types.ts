import { type Document, type Operation, type Parameter, type Schema, nameOf } from './document.ts'
import { refusesType } from './error-codes.ts'
import { comment, propertyName, typeOfSchema } from './type-of-schema.ts'

/** Headers that the client sets itself: they are no part of what a caller says of an operation. */
const headersOfClient = new Set(['accept', 'authentication', 'idempotency-key', 'x-request-id'])

/** An operation with its address, its references to parameters followed. */
export interface Described {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
}

export function describedOperations(document: Document): readonly Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      parameters: (operation.parameters ?? []).map((parameter) =>
        '$ref' in parameter ? followParameter(document, parameter.$ref) : parameter,
      ),
    })),
  )
}

/** One member of the interface `Operations`: what goes into an operation and what comes out. */
export function operationType(
  document: Document,
  { method, path, operation, parameters }: Described,
): string {
  const ofHeaders = parameters.filter(
    ({ in: place, name }) => place === 'header' && !headersOfClient.has(name.toLowerCase()),
  )
  const members = [
    `readonly method: '${method}'`,
    `readonly path: '${path}'`,
    `readonly params: ${parametersType(parameters.filter((one) => one.in === 'path'))}`,
    `readonly query: ${parametersType(parameters.filter((one) => one.in === 'query'))}`,
    `readonly headers: ${parametersType(ofHeaders)}`,
    `readonly body: ${bodyType(operation)}`,
    `readonly answer: ${answerType(operation)}`,
    `readonly refuses: ${refusesType(document, operation)}`,
  ]
  const about = [operation.summary, operation.description].filter(Boolean).join('\n\n')
  return `${comment(about)}readonly ${operation.operationId}: {\n${members.join('\n')}\n}`
}

/** One row of the table that the client goes by at run time. */
export function operationRow({ method, path, operation, parameters }: Described): string {
  const row = {
    method,
    path,
    keys: keysOf(operation),
    takesBody: operation.requestBody !== undefined,
    takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    version: versionOf(parameters),
    answers: mediaTypesOf(operation),
  }
  return `${operation.operationId}: ${JSON.stringify(row)},`
}

function followParameter(document: Document, reference: string): Parameter {
  const parameter = document.components.parameters[nameOf(reference)]
  if (parameter === undefined) throw new Error(`${reference} is not in the document`)
  return parameter
}

function parametersType(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'undefined'
  const members = parameters.map(({ name, required, description, schema }) => {
    const mark = required === true ? '' : '?'
    const type = typeOfSchema(schema ?? {})
    return `${comment(description)}readonly ${propertyName(name)}${mark}: ${type}`
  })
  return `{\n${members.join('\n')}\n}`
}

function bodyType({ requestBody }: Operation): string {
  if (requestBody === undefined) return 'undefined'
  const type = typeOfSchema(schemaOf(requestBody.content))
  return requestBody.required === true ? type : `${type} | undefined`
}

/** By status, and only of success: whatever else is answered becomes an error. */
function answerType({ operationId, responses }: Operation): string {
  const members = Object.entries(responses).flatMap(([status, response]) => {
    if (!status.startsWith('2')) return []
    if ('$ref' in response) throw new Error(`${operationId} shares its success; say it there`)
    const type =
      response.content === undefined ? 'undefined' : typeOfSchema(schemaOf(response.content))
    return [`readonly ${status}: ${type}`]
  })
  return `{\n${members.join('\n')}\n}`
}

/** What successes come as. */
function mediaTypesOf({ responses }: Operation): readonly string[] {
  const types = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'content' in response ? Object.keys(response.content ?? {}) : [],
  )
  return [...new Set(types)]
}

function schemaOf(content: Record<string, { readonly schema?: Schema }>): Schema {
  return (content['application/json'] ?? Object.values(content)[0])?.schema ?? {}
}

/** Which keys an operation wants: none are sent to one that wants none. */
function keysOf({ security }: Operation): 'none' | 'secret' | 'any' {
  const schemes = (security ?? []).flatMap((one) => Object.keys(one))
  if (schemes.length === 0) return 'none'
  return schemes.includes('publicKey') ? 'any' : 'secret'
}

/** The example of the Accept header names the version that the operation speaks. */
function versionOf(parameters: readonly Parameter[]): number | null {
  const accept = parameters.find(({ in: place, name }) => place === 'header' && name === 'Accept')
  const version = /\.v(\d+)\+json$/.exec(String(accept?.example))?.[1]
  return version === undefined ? null : Number(version)
}
