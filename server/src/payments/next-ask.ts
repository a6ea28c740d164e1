const pauseSecondsMin = 60

/**
 * When to ask a provider again: after as long as it has lasted already, so that pauses double, but
 * never longer than a limit. The provider is asked until the outcome is known.
 */
export function nextAsk(
  since: Temporal.Instant,
  now: Temporal.Instant,
  pauseHoursMax: number,
): Temporal.Instant {
  const lastedSeconds = (now.epochMilliseconds - since.epochMilliseconds) / 1000
  const pause = Math.min(Math.max(lastedSeconds, pauseSecondsMin), pauseHoursMax * 3600)
  return now.add({ milliseconds: Math.round(pause * 1000) })
}

/** The earlier one. */
export function notAfter(moment: Temporal.Instant, limit: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(moment, limit) < 0 ? moment : limit
}
