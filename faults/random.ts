/** A die that falls the same way for the same seed. */
export interface Random {
  /** At least `from`, less than `to`. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** One of the keys, each as often as its weight says. */
  weigh<Key extends string>(weights: Readonly<Record<Key, number>>): Key
  /** A die of its own for somebody, so that nobody's throws depend on how fast others are. */
  fork(name: string): Random
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    // Mulberry32: four lines, and good enough to choose victims.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weigh: (weights) => weighed(weights, next()),
    fork: (name) => randomOf(Array.from(name).reduce(mixIn, seed)),
  }
  return random
}

function weighed<Key extends string>(weights: Readonly<Record<Key, number>>, at: number): Key {
  const entries = Object.entries(weights) as [Key, number][] // The keys are what the type says.
  let left = at * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  throw new RangeError('there is nothing to choose from')
}

function mixIn(seed: number, letter: string): number {
  return (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
}
