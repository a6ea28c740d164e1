const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

const known = new Map<string, string | null>()
let zones: ReadonlyMap<string, string> | undefined

/** The country whose clocks go by a time zone, for example CH for Europe/Zurich; null for UTC. */
export function regionOf(timeZone: string): string | null {
  return known.getOrInsertComputed(timeZone, () => {
    zones ??= zonesOfRegions()
    return zones.get(timeZone) ?? regionOfAlias(zones, timeZone)
  })
}

/** Every zone with the country it lies in. Countries that are no more count as what they became. */
function zonesOfRegions(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const region of letters.flatMap((first) => letters.map((second) => first + second))) {
    const timeZones = new Intl.Locale(`und-${region}`).getTimeZones() ?? []
    const name = timeZones.length === 0 ? region : canonical(region)
    for (const zone of timeZones) if (!found.has(zone)) found.set(zone, name)
  }
  return found
}

function canonical(region: string): string {
  return new Intl.Locale(`und-${region}`).region ?? region
}

/** The table says Europe/Kiev where others say Europe/Kyiv; the calendar knows they are one. */
function regionOfAlias(zonesByName: ReadonlyMap<string, string>, timeZone: string): string | null {
  const epoch = Temporal.Instant.fromEpochMilliseconds(0)
  const wanted = epoch.toZonedDateTimeISO(timeZone)
  for (const [zone, region] of zonesByName) {
    if (epoch.toZonedDateTimeISO(zone).equals(wanted)) return region
  }
  return null
}
