import type { FieldError } from './words.ts'
import { Refusal, type RefusalKind } from './refusal.ts'

/** A refusal as an endpoint lists it, for OpenAPI and for the tests of completeness. */
export interface Listed {
  readonly kind: RefusalKind
  /** Which reason it is: no two have the same code. Callers decide by it, so it never changes. */
  readonly code: string
  /** What it is called among the errors of the call. */
  readonly label: string
  /** When it happens, for readers of OpenAPI. */
  readonly when: string
  readonly example: () => Refusal
}

/**
 * A reason for a refusal, defined once: the error, the answer and the documentation all come from
 * this value. Called with its arguments, it returns the refusal to throw.
 */
export interface Reason<Args extends readonly unknown[]> extends Listed {
  (...args: Args): Refusal
  /** The same with another label, occasion or example for one endpoint. */
  listed(as: { readonly label?: string; readonly when?: string; readonly example?: Args }): Listed
}

interface Definition {
  readonly kind: RefusalKind
  readonly code: string
  /** The code, unless several reasons are called alike in different calls. */
  readonly label?: string
  readonly when: string
}

interface Wording<Args extends readonly unknown[]> {
  readonly message: (...args: Args) => string
  readonly errors?: (...args: Args) => readonly FieldError[] | undefined
  /** The language in which the errors are to be explained, where it is known. */
  readonly language?: (...args: Args) => string | undefined
  /** After how long a repetition may succeed, where that is known. */
  readonly retryAfterSeconds?: (...args: Args) => number
  readonly example: Args
}

interface PlainWording {
  readonly message: string
  readonly errors?: readonly FieldError[]
}

export function reason(definition: Definition & PlainWording): Reason<[]>
export function reason<Args extends readonly unknown[]>(
  definition: Definition & Wording<Args>,
): Reason<Args>
export function reason<Args extends readonly unknown[]>(
  definition: Definition & (PlainWording | Wording<Args>),
): Reason<Args> {
  const { kind, code, label = code, when } = definition
  const { message, errors, language, retryAfterSeconds, example } = asWording(definition)
  const refuse = (...args: Args) =>
    new Refusal({
      kind,
      code,
      message: message(...args),
      errors: errors?.(...args),
      language: language?.(...args),
      retryAfterSeconds: retryAfterSeconds?.(...args),
    })
  return Object.assign(refuse, {
    kind,
    code,
    label,
    when,
    example: () => refuse(...example),
    listed: (as: { label?: string; when?: string; example?: Args }): Listed => ({
      kind,
      code,
      label: as.label ?? label,
      when: as.when ?? when,
      example: () => refuse(...(as.example ?? example)),
    }),
  })
}

function asWording<Args extends readonly unknown[]>(
  definition: PlainWording | Wording<Args>,
): Wording<Args> {
  if (typeof definition.message !== 'string') return definition as Wording<Args> // So the overloads say.
  const { message, errors } = definition as PlainWording // Likewise.
  return {
    message: () => message,
    ...(errors === undefined ? {} : { errors: () => errors }),
    example: [] as unknown as Args, // A plain text is about nothing.
  }
}

/**
 * A resource does not exist, or the caller may not see it: the same code, so that nobody learns
 * which. Among the errors of a call it is called by the resource alone: `policy`.
 */
export function notFound(
  what: string,
  definition: Omit<Definition, 'kind' | 'code'> & {
    readonly code: `${string}_not_found`
    readonly example: string
  },
): Reason<[id: string]> {
  const { example, ...rest } = definition
  return reason({
    kind: 'not_found',
    label: rest.code.replace(/_not_found$/, ''),
    ...rest,
    message: (id: string) => `${what} ${id} was not found.`,
    example: [example],
  })
}
