import { Refusal } from '../kernel/index.ts'

/** A text with a NUL cannot be stored, so it cannot be looked for either. */
export function assertReadableQuery(query: unknown): void {
  const parameters: [string, unknown][] = Object.entries(Object(query) as object)
  for (const [name, value] of parameters) {
    const texts = [name, value].flat()
    if (!texts.some((text) => typeof text === 'string' && text.includes('\0'))) continue
    throw new Refusal(
      'malformed_request',
      `The query parameter ${JSON.stringify(name)} has a NUL character.`,
    )
  }
}
