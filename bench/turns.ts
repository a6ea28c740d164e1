import type { Contestant, Use } from './contestant.ts'
import { type Measured, runLoad } from './load.ts'
import { median } from './median.ts'
import { sell } from './stages.ts'

/** What is measured in a turn: quotes alone, or whole sales. */
export type Kind = 'quotes' | 'sales'

/** What one unit took in a turn: a quote, or a sale of three requests. */
export interface Turn extends Measured {
  readonly steps: readonly Measured[]
  /** Each for one unit. */
  readonly use: Use
}

/** All turns of one contestant at one number of connections. */
export interface Course {
  readonly name: string
  readonly kind: Kind
  readonly connections: number
  readonly turns: readonly Turn[]
  /** Its rate to that of the reference, turn by turn; the median. */
  readonly ratio: number
}

export interface TurnOptions {
  readonly kind: Kind
  readonly connections: number
  readonly turns: number
  readonly seconds: number
}

/**
 * Short turns, one after the other, so that whatever else the machine does meets all of them alike;
 * every other time in the opposite order. The first contestant is the reference.
 */
export async function takeTurns(
  contestants: readonly Contestant[],
  options: TurnOptions,
): Promise<Course[]> {
  const turns = contestants.map((): Turn[] => [])
  for (let round = 0; round < options.turns; round++) {
    const order = [...contestants.keys()]
    if (round % 2 === 1) order.reverse()
    for (const at of order) {
      const contestant = contestants[at]
      if (contestant !== undefined) turns[at]?.push(await takeTurn(contestant, options))
    }
  }
  const reference = turns[0] ?? []
  return contestants.map(({ name }, at) => ({
    name,
    kind: options.kind,
    connections: options.connections,
    turns: turns[at] ?? [],
    ratio: median(
      (turns[at] ?? []).map((turn, n) => turn.perSecond / (reference[n]?.perSecond ?? NaN)),
    ),
  }))
}

async function takeTurn(contestant: Contestant, options: TurnOptions): Promise<Turn> {
  const { seller } = contestant
  const before = await contestant.use()
  const [whole, ...steps] = await runLoad({
    name: contestant.name,
    seconds: options.seconds,
    workers: options.connections,
    work: (stopwatch) => (options.kind === 'quotes' ? seller.quote() : sell(seller, stopwatch)),
  })
  const after = await contestant.use()
  await contestant.rest()
  return { ...whole, steps, use: perUnit(before, after, whole.done) }
}

function perUnit(before: Use, after: Use, units: number): Use {
  const each = (from: number, to: number) => (to - from) / units
  const maybe = (from: number | null, to: number | null) =>
    from === null || to === null ? null : each(from, to)
  return {
    statements: each(before.statements, after.statements),
    roundTrips: each(before.roundTrips, after.roundTrips),
    serverMs: each(before.serverMs, after.serverMs),
    mainMs: each(before.mainMs, after.mainMs),
    databaseMs: maybe(before.databaseMs, after.databaseMs),
    documentsMs: maybe(before.documentsMs, after.documentsMs),
  }
}
