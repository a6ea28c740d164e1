/** Any value that a JSON document can hold. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

export type JsonKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
