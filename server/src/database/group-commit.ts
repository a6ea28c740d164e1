import { isDatabaseAway } from './database-away.ts'

/**
 * Gathers what waits and writes it with one statement: while a write is under way, newcomers
 * collect, and go together with the next one. Each caller is answered only after its own row is
 * committed, so durability is that of one insert each at a fraction of the cost.
 */
export interface GroupCommitOptions<Item> {
  readonly itemsMax: number
  /** How many writes may be under way at once. */
  readonly writersMax: number
  readonly write: (items: readonly Item[]) => Promise<void>
}

interface Waiting<Item> {
  readonly item: Item
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

export function groupCommit<Item>(
  options: GroupCommitOptions<Item>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = []
  let writers = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || writers >= options.writersMax || waiting.length === 0) return
    scheduled = true
    // After the input of this turn of the loop has been read, so that requests that arrived
    // together travel together.
    setImmediate(() => {
      scheduled = false
      const group = waiting.slice(0, options.itemsMax)
      waiting = waiting.slice(options.itemsMax)
      writers += 1
      void writeGroup(group, options.write).finally(() => {
        writers -= 1
        schedule()
      })
      schedule()
    })
  }

  return (item) =>
    new Promise<void>((done, failed) => {
      waiting.push({ item, done, failed })
      schedule()
    })
}

async function writeGroup<Item>(
  group: readonly Waiting<Item>[],
  write: GroupCommitOptions<Item>['write'],
): Promise<void> {
  try {
    await write(group.map((one) => one.item))
    for (const one of group) one.done()
  } catch (error) {
    // When the answer got lost the group may have been committed, so it is not written again.
    if (group.length === 1 || isDatabaseAway(error)) {
      for (const one of group) one.failed(error)
      return
    }
    // One item that cannot be written must not take its companions down: each goes alone.
    for (const one of group) await writeGroup([one], write)
  }
}
