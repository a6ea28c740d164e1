export interface OrderedSteps {
  /** Every step that is in no cycle, each after those it uses. */
  readonly order: readonly string[]
  /** Each cycle found, as the names along it with the first repeated at the end. */
  readonly cycles: readonly (readonly string[])[]
}

/** Sorts steps so that each comes after those it uses, staying near the order of the file. */
export function orderSteps(uses: ReadonlyMap<string, ReadonlySet<string>>): OrderedSteps {
  const order: string[] = []
  const cycles: string[][] = []
  const state = new Map<string, 'open' | 'done' | 'broken'>()
  for (const start of uses.keys()) {
    if (state.has(start)) continue
    state.set(start, 'open')
    const path = [{ name: start, rest: [...(uses.get(start) ?? [])] }]
    // A path of its own instead of recursion: a chain may be as long as the file allows.
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.shift()
      if (next === undefined) {
        path.pop()
        if (state.get(top.name) === 'open') {
          state.set(top.name, 'done')
          order.push(top.name)
        }
      } else if (state.get(next) === 'open') {
        const from = path.findIndex(({ name }) => name === next)
        const names = path.slice(from).map(({ name }) => name)
        for (const name of names) state.set(name, 'broken')
        cycles.push([...names, next])
      } else if (uses.has(next) && !state.has(next)) {
        state.set(next, 'open')
        path.push({ name: next, rest: [...(uses.get(next) ?? [])] })
      }
    }
  }
  return { order, cycles }
}
