/** As much of an OpenAPI 3.1 document as the types of a client need. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  /** The webhook messages by event type. */
  readonly webhooks: Readonly<Record<string, { readonly post: Pick<Operation, 'requestBody'> }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
    readonly examples: Readonly<Record<string, Example>>
  }
}

export interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export interface Response {
  readonly content?: Content
}

export interface Example {
  readonly value?: unknown
}

export type Content = Readonly<Record<string, Media>>

export interface Media {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Reference {
  readonly $ref: string
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

/** The last part of a reference: `#/components/schemas/Quote` is `Quote`. */
export function nameOf(reference: string): string {
  const name = reference.split('/').at(-1)
  if (name === undefined || name === '') throw new Error(`${reference} refers to nothing`)
  return name
}
