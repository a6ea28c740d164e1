import { Refusal } from '../kernel/index.ts'

/** A text with a NUL cannot be stored, so it cannot be looked for either. */
export function assertReadableQuery(query: unknown): void {
  for (const [name, value] of Object.entries(Object(query) as object)) {
    if (!JSON.stringify([name, value]).includes(String.raw`\u0000`)) continue
    throw new Refusal(
      'malformed_request',
      `The query parameter ${JSON.stringify(name)} has a NUL character.`,
    )
  }
}
