import type { FastifySchemaValidationError } from 'fastify'
import type { FieldError } from '../../kernel/index.ts'

/** The rule that a JSON schema keyword stands for, in the words of rule strings. */
const ruleOfKeyword: Readonly<Record<string, string>> = {
  enum: 'in',
  const: 'in',
  minLength: 'min',
  maxLength: 'max',
  minimum: 'min',
  maximum: 'max',
  maxItems: 'max',
  pattern: 'regex',
}

/**
 * Errors in the shape of a body as the contract lists failing fields: all of them, without a path,
 * sorted by the members of the route. The entries of a list that is too long are not reported:
 * there may be ten thousand errors in it.
 */
export function toFieldErrors(
  failures: readonly FastifySchemaValidationError[],
  body: unknown,
  members: readonly string[] = [],
): FieldError[] {
  const errors = new Map<string, FieldError>()
  const tooLong = new Set(
    failures.filter(({ keyword }) => keyword === 'maxItems').map((one) => one.instancePath),
  )
  for (const failure of failures) {
    if (isWithin(tooLong, failure.instancePath)) continue
    const error = toFieldError(failure, body)
    if (error !== null && !errors.has(error.field)) errors.set(error.field, error)
  }
  const place = (error: FieldError) => members.indexOf(error.field.split('.', 1)[0] ?? '')
  return [...errors.values()].sort((one, other) => place(one) - place(other))
}

function isWithin(lists: ReadonlySet<string>, path: string): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (lists.has(path.slice(0, at))) return true
  }
  return false
}

function toFieldError(failure: FastifySchemaValidationError, body: unknown): FieldError | null {
  const field = failure.instancePath.slice(1).replaceAll('/', '.')
  if (failure.keyword === 'required') {
    const missing = String(failure.params['missingProperty'])
    return required(field === '' ? missing : `${field}.${missing}`)
  }
  if (field === '') return null
  if (isEmpty(valueAt(body, field))) return required(field)
  const wanted = failure.keyword === 'type' ? wantedType(failure.params['type']) : failure.keyword
  const rule = ruleOfKeyword[wanted] ?? wanted
  const args = argumentsOf(failure)
  return {
    code: 'invalid_value',
    field,
    rules: [rule],
    ...(args.length > 0 && { params: { [rule]: args } }),
    ...kindMeasured(failure.keyword),
  }
}

function argumentsOf({ params }: FastifySchemaValidationError): string[] {
  const given = params['limit'] ?? params['allowedValues'] ?? params['allowedValue']
  if (given === undefined) return typeof params['pattern'] === 'string' ? [params['pattern']] : []
  return (Array.isArray(given) ? given : [given]).map(String)
}

/** Lengths are of texts, counts of lists, and all other bounds of numbers. */
function kindMeasured(keyword: string): Pick<FieldError, 'kind'> {
  if (keyword.endsWith('Length')) return { kind: 'string' }
  return keyword.endsWith('Items') ? { kind: 'array' } : {}
}

/** Where null is allowed besides, the type itself is the first of the two. */
function wantedType(type: unknown): string {
  return String(Array.isArray(type) ? type[0] : type)
}

function required(field: string): FieldError {
  return { code: 'required', field, rules: ['required'] }
}

function valueAt(body: unknown, field: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, field)
    ? Reflect.get(body, field)
    : undefined
}

function isEmpty(value: unknown): boolean {
  return value === null || value === ''
}
