/** One who waits, with what is to be done for them. */
export interface Waiting<Item, Answer> {
  readonly item: Item
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

export interface BatcherOptions<Item, Answer> {
  readonly itemsMax: number
  /** How many groups may be under way at once. */
  readonly groupsMax: number
  /** Answers everyone in the group. It never throws: what fails, fails those who wait for it. */
  readonly serve: (group: readonly Waiting<Item, Answer>[]) => Promise<void>
}

/**
 * Gathers what waits and serves it together: while groups are under way newcomers collect, and go
 * with the next one. So a group grows with the load, and nobody waits when there is none.
 */
export function batch<Item, Answer>(
  options: BatcherOptions<Item, Answer>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = []
  let groups = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || groups >= options.groupsMax || waiting.length === 0) return
    scheduled = true
    // After the input of this turn of the loop has been read, so that requests that arrived
    // together travel together.
    setImmediate(() => {
      scheduled = false
      const group = waiting.slice(0, options.itemsMax)
      waiting = waiting.slice(options.itemsMax)
      groups += 1
      void options.serve(group).finally(() => {
        groups -= 1
        schedule()
      })
      schedule()
    })
  }

  return (item) =>
    new Promise<Answer>((done, failed) => {
      waiting.push({ item, done, failed })
      schedule()
    })
}
