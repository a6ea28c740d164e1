import { type World, basePathOf } from '../../world.ts'

/** When the evidence was verified last in this browser, and what came of it. */
interface LastVerified {
  readonly at: string
  readonly records: number
  readonly isIntact: boolean
}

const placeOf = (world: World) => `bindery-console-verified ${basePathOf(world)}`

export function keepVerified(world: World, verified: LastVerified): void {
  localStorage.setItem(placeOf(world), JSON.stringify(verified))
}

export function lastVerified(world: World): LastVerified | null {
  const kept = localStorage.getItem(placeOf(world))
  return kept === null ? null : (JSON.parse(kept) as LastVerified) // As it was kept above.
}
