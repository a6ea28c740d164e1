import { isDatabaseAway } from './database-away.ts'
import { type Waiting, gather } from './gather.ts'

/**
 * Writes what waits with one statement. Each caller is answered only after its own row is
 * committed, so durability is that of one insert each at a fraction of the cost.
 */
export interface GroupCommitOptions<Item> {
  readonly itemsMax: number
  /** How many writes may be under way at once. */
  readonly writersMax: number
  readonly write: (items: readonly Item[]) => Promise<void>
}

export function groupCommit<Item>(
  options: GroupCommitOptions<Item>,
): (item: Item) => Promise<void> {
  return gather<Item, void>({
    itemsMax: options.itemsMax,
    groupsMax: options.writersMax,
    serve: (group) => writeGroup(group, options.write),
  })
}

async function writeGroup<Item>(
  group: readonly Waiting<Item, void>[],
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
