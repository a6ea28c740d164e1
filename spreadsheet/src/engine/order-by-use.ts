export interface Ordered<Key> {
  /** All keys that are in no cycle, each after the keys that it uses. */
  readonly order: readonly Key[]
  /** Each cycle found, as the keys along it with the first repeated at the end. */
  readonly cycles: readonly (readonly Key[])[]
}

/** Sorts steps or cells so that each comes after those it uses, staying near the given order. */
export function orderByUse<Key>(uses: ReadonlyMap<Key, ReadonlySet<Key>>): Ordered<Key> {
  const order: Key[] = []
  const cycles: Key[][] = []
  const state = new Map<Key, 'open' | 'done' | 'broken'>()
  const usedBy = (key: Key) => (uses.get(key) ?? new Set<Key>()).values()
  for (const start of uses.keys()) {
    if (state.has(start)) continue
    state.set(start, 'open')
    const path = [{ key: start, rest: usedBy(start) }]
    // A path of its own instead of recursion: a chain may be as long as the file allows.
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { done, value: next } = top.rest.next()
      if (done === true) {
        path.pop()
        if (state.get(top.key) === 'open') {
          state.set(top.key, 'done')
          order.push(top.key)
        }
      } else if (state.get(next) === 'open') {
        const from = path.findIndex(({ key }) => key === next)
        const keys = path.slice(from).map(({ key }) => key)
        for (const key of keys) state.set(key, 'broken')
        cycles.push([...keys, next])
      } else if (uses.has(next) && !state.has(next)) {
        state.set(next, 'open')
        path.push({ key: next, rest: usedBy(next) })
      }
    }
  }
  return { order, cycles }
}
