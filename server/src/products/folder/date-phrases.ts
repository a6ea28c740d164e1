import type { Json, JsonObject } from '../../kernel/index.ts'

const phrase = /^([+-])(\d{1,5}) (day|week|month|year)s?$/
const dayWords: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** The day that `+120 days`, `-1 year` or `tomorrow` means, or null for any other text. */
function dayOfPhrase(text: string, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const days = Object.hasOwn(dayWords, text) ? dayWords[text] : undefined
  if (days !== undefined) return today.add({ days })
  const match = phrase.exec(text)
  if (match === null) return null
  const count = Number(match[2]) * (match[1] === '-' ? -1 : 1)
  return today.add({ [`${match[3]}s`]: count })
}

/** The same data with every date phrase, however deep it stands, replaced by its date. */
export function resolveDates(data: JsonObject, today: Temporal.PlainDate): JsonObject {
  const entries = Object.entries(data)
  return Object.fromEntries(entries.map(([name, value]) => [name, resolveDate(value, today)]))
}

function resolveDate(value: Json, today: Temporal.PlainDate): Json {
  if (typeof value === 'string') return dayOfPhrase(value, today)?.toString() ?? value
  if (Array.isArray(value)) return value.map((entry) => resolveDate(entry, today))
  return value !== null && typeof value === 'object' ? resolveDates(value, today) : value
}
