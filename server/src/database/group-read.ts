import { type Waiting, batch } from './batcher.ts'

interface Identified {
  readonly id: string
}

export interface GroupReadOptions<Row extends Identified> {
  readonly itemsMax: number
  /** How many reads may be under way at once. */
  readonly readersMax: number
  readonly read: (ids: readonly string[]) => Promise<readonly Row[]>
}

/**
 * Reads single rows for concurrent callers with one statement. It is sent after all of them have
 * asked, so that each sees at least what was committed when it asked.
 */
export function groupRead<Row extends Identified>(
  options: GroupReadOptions<Row>,
): (id: string) => Promise<Row | undefined> {
  return batch<string, Row | undefined>({
    itemsMax: options.itemsMax,
    groupsMax: options.readersMax,
    serve: (group) => readGroup(group, options.read),
  })
}

async function readGroup<Row extends Identified>(
  group: readonly Waiting<string, Row | undefined>[],
  read: GroupReadOptions<Row>['read'],
): Promise<void> {
  try {
    const rows = await read([...new Set(group.map((one) => one.item))])
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const one of group) one.done(byId.get(one.item))
  } catch (error) {
    for (const one of group) one.failed(error)
  }
}
