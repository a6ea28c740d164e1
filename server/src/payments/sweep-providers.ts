import { selectUnswept, updateAccepted, updateSwept } from './credentials/credential-store.ts'
import type { StoredCredentials } from './credentials/credentials.ts'
import { followHint } from './receive-hint.ts'
import type { SettleDeps } from './settle-payment.ts'

/** How often each account is asked what has happened. */
const pauseMinutes = 60
/** How long an account waits that gave no answer, while others are asked. */
const againMinutes = 10
/** What happened shortly before the last time may have been written down after it. */
const overlapMinutes = 60
/** Of an account that was never asked. */
const firstDays = 3
/** What cannot be followed for so long is left to whoever asks about that payment. */
const heldBackDaysMax = 3
const accountsPerSweepMax = 20
const sweepTimeoutMs = 120_000

/**
 * Asks each account at a provider what has happened since the last time, because callbacks get lost. A
 * hint that cannot be followed leaves the account where it was, so that it is read again
 * soon.
 */
export async function sweepProviders(deps: SettleDeps): Promise<void> {
  const now = deps.clock()
  const asked = [...deps.providers.values()].filter(({ hints }) => hints !== undefined)
  const names = asked.map(({ name }) => name)
  for (const account of await selectUnswept(deps.db, names, now, accountsPerSweepMax)) {
    const { sweptUntil } = account
    const since =
      sweptUntil === null
        ? now.subtract({ hours: firstDays * 24 })
        : sweptUntil.subtract({ minutes: overlapMinutes })
    await sweepAccount(deps, account, since, now)
  }
}

/** Follows all that happened since a moment. */
async function sweepAccount(
  deps: SettleDeps,
  account: StoredCredentials,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<void> {
  const { hints } = deps.providers.get(account.provider) ?? {}
  let [isRead, isComplete] = [true, true]
  try {
    if (hints !== undefined) {
      const signal = AbortSignal.timeout(sweepTimeoutMs)
      const seen = new Set<string>()
      for await (const hint of hints.since(account, since, signal)) {
        // However many events name an object: it is asked about once.
        const subject = JSON.stringify(hint)
        if (seen.has(subject)) continue
        seen.add(subject)
        if (!(await followHint(deps, account.provider, account, hint))) isComplete = false
      }
    }
  } catch (error) {
    deps.onDoubt(error)
    isRead = false
  }
  const next = now.add({ minutes: isRead && isComplete ? pauseMinutes : againMinutes })
  const until = isRead ? (isComplete ? now : heldBackUntil(account, now)) : null
  await updateSwept(deps.db, account, { until, next })
  if (isRead && isComplete) await updateAccepted(deps.db, account)
}

/** One payment that nobody can ask about does not hold the account back for ever. */
function heldBackUntil(
  { sweptUntil }: StoredCredentials,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const earliest = now.subtract({ hours: heldBackDaysMax * 24 })
  const isTooOld = sweptUntil !== null && Temporal.Instant.compare(sweptUntil, earliest) < 0
  return isTooOld ? earliest : null
}
