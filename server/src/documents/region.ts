/** Where insurance is sold most; the others are looked through after them. */
const first = 'DE AT CH LI LU BE NL FR IT ES PT GB IE DK SE NO FI IS PL CZ SK HU GR CY MT UA US CA'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const known = new Map<string, string | null>()

/** The country whose clocks go by a time zone, for example CH for Europe/Zurich; null for UTC. */
export function regionOf(timeZone: string): string | null {
  return known.getOrInsertComputed(timeZone, () => findRegion(timeZone))
}

function findRegion(timeZone: string): string | null {
  const all = letters.flatMap((one) => letters.map((other) => one + other))
  const aliases = aliasesOf(timeZone)
  for (const region of [...first.split(' '), ...all]) {
    // A country that is no more counts as what it became.
    const locale = new Intl.Locale(`und-${region}`)
    if (locale.getTimeZones()?.some((zone) => aliases.has(zone))) return locale.region ?? region
  }
  return null
}

/** The table says Europe/Kiev where others say Europe/Kyiv; the calendar knows they are one. */
function aliasesOf(timeZone: string): ReadonlySet<string> {
  const epoch = Temporal.Instant.fromEpochMilliseconds(0)
  const wanted = epoch.toZonedDateTimeISO(timeZone)
  const isSame = (zone: string) => epoch.toZonedDateTimeISO(zone).equals(wanted)
  return new Set([timeZone, ...Intl.supportedValuesOf('timeZone').filter(isSame)])
}
