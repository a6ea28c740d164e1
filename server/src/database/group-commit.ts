import { isDatabaseAway, isLockTimeout } from './database-away.ts'
import { type Waiting, batch } from './batcher.ts'

/**
 * Writes all waiting items with one statement. Each caller is answered only after its own row is
 * committed, so durability is that of one insert each at a fraction of the cost.
 */
export interface GroupCommitOptions<Item> {
  readonly itemsMax: number
  /** How many writes may be under way at once. */
  readonly writersMax: number
  /** Writes in a transaction, which retries deadlocks by itself. */
  readonly write: (items: readonly Item[]) => Promise<void>
  /** What an item locks while it is written, such as the id of its policy. */
  readonly about?: (item: Item) => string
}

export function groupCommit<Item>(
  options: GroupCommitOptions<Item>,
): (item: Item) => Promise<void> {
  return batch<Item, void>({
    itemsMax: options.itemsMax,
    groupsMax: options.writersMax,
    serve: (group) => writeGroup(group, options),
  })
}

async function writeGroup<Item>(
  group: readonly Waiting<Item, void>[],
  options: GroupCommitOptions<Item>,
): Promise<void> {
  try {
    await options.write(group.map((one) => one.item))
    for (const one of group) one.done()
  } catch (error) {
    // Where the answer was lost the group may be committed, so it is not written again.
    if (group.length === 1 || (isDatabaseAway(error) && !isLockTimeout(error))) {
      for (const one of group) one.failed(error)
      return
    }
    await writeEach(group, options)
  }
}

/**
 * One item that cannot be written must not fail the others of its group: each is written alone. Of
 * items on the same locked thing only the first waits for the lock to time out, and if the database
 * is gone, only one item finds out.
 */
async function writeEach<Item>(
  group: readonly Waiting<Item, void>[],
  { write, about }: GroupCommitOptions<Item>,
): Promise<void> {
  const held = new Map<string, unknown>()
  let away: unknown
  for (const { item, done, failed } of group) {
    const thing = about?.(item)
    const known = away ?? (thing === undefined ? undefined : held.get(thing))
    if (known !== undefined) {
      failed(known)
      continue
    }
    try {
      await write([item])
      done()
    } catch (error) {
      if (thing !== undefined && isLockTimeout(error)) held.set(thing, error)
      else if (isDatabaseAway(error)) away = error
      failed(error)
    }
  }
}
