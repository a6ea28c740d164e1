/** As much of an OpenAPI document as is worked on here; the rest passes through untouched. */
export interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly webhooks?: Record<string, Record<string, Operation>>
  readonly components: Components
}

export interface Components {
  readonly schemas: Record<string, Schema>
  readonly parameters?: Record<string, object>
  readonly headers?: Record<string, object>
  readonly responses?: Record<string, Response>
  readonly examples?: Record<string, Example>
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly description?: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> }
  readonly responses: Record<string, Response | Reference>
}

export interface Parameter {
  readonly in: string
  readonly name: string
}

export interface Response {
  readonly description: string
  readonly headers?: Record<string, Reference>
  readonly content?: Record<string, Media>
}

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Record<string, Example | Reference>
}

export interface Example {
  readonly summary?: string
  readonly value: unknown
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly oneOf?: readonly Reference[]
  readonly allOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
  /** Names of the schemas that the answer is one of. */
  readonly 'x-views'?: readonly string[]
}

export interface Reference {
  readonly $ref: string
}

export const refTo = (kind: keyof Components, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})
