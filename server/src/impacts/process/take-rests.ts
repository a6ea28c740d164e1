import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

/** So many entries are priced at once: their dataset queries are sent in one batch. */
const sliceMax = 250
/** Some milliseconds of work, after which whoever is served has the machine fifty times as long. */
const yieldingSliceMax = 20
const restShare = 50
const restMsMax = 2_000

/**
 * Works through a list, a few at a time. In between, what has come from the database is read, and
 * where somebody is served who comes first, there is a rest.
 */
export async function inSlices<One>(
  list: readonly One[],
  mustYield: () => boolean,
  work: (slice: readonly One[]) => Promise<void>,
): Promise<void> {
  let at = 0
  while (at < list.length) {
    const until = at + (mustYield() ? yieldingSliceMax : sliceMax)
    const begunMs = performance.now()
    await work(list.slice(at, until))
    at = until
    await restFrom(begunMs, mustYield)
  }
}

/** After a piece of work: leaves the machine to whoever is served, or else only a turn to what has come. */
export async function restFrom(begunMs: number, mustYield: () => boolean): Promise<void> {
  if (mustYield()) await pause(Math.min((performance.now() - begunMs) * restShare, restMsMax))
  else await turn()
}
