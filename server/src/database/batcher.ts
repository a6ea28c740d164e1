/** A waiting caller, with the item to serve. */
export interface Waiting<Item, Answer> {
  readonly item: Item
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

export interface BatcherOptions<Item, Answer> {
  readonly itemsMax: number
  /** How many groups may be under way at once. */
  readonly groupsMax: number
  /** Answers every caller of the group. It never throws: it calls `failed` for them. */
  readonly serve: (group: readonly Waiting<Item, Answer>[]) => Promise<void>
}

/**
 * Serves waiting items in groups: items that come while groups are under way go with the next
 * group. So a group grows with the load, and without load nobody waits.
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
    // After the input of this turn of the event loop was read, so that requests that arrived at
    // once share a group.
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
