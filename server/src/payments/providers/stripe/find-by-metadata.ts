import { realTimeOf } from '../../../kernel/index.ts'

/** An object is made within the time of one request, on a machine whose clock may be wrong. */
const slackSeconds = 900
/** A busy account makes so many in that time at most. */
const objectsMax = 5_000

interface Found {
  readonly metadata: Readonly<Record<string, string>> | null
}

/**
 * The object that was made for one of ours, by the id in its metadata. Lists say what was just
 * written, as searches do not. One that is not found in the first many may be there: then nothing is
 * known.
 */
export async function findByMetadata<Object extends Found>(
  id: string,
  name: string,
  list: (created: { gte: number; lte: number }) => AsyncIterable<Object>,
): Promise<Object | null> {
  const made = Math.floor(realTimeOf(id).epochMilliseconds / 1000)
  let seen = 0
  for await (const one of list({ gte: made - slackSeconds, lte: made + slackSeconds })) {
    if (one.metadata?.[name] === id) return one
    if (++seen >= objectsMax)
      throw new Error(`${id} is not among the first ${objectsMax} of Stripe`)
  }
  return null
}
