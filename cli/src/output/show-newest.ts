import type { Pages } from '@bindery/sdk'
import { takeRows } from '../server/take-rows.ts'
import type { Output } from './output.ts'
import type { Paint } from './paint.ts'

/** Shows the newest rows of a list, and says where more were left out. */
export async function showNewest<Row>(
  output: Output,
  pages: () => Pages<Row>,
  limit: number,
  describe: (rows: readonly Row[], paint: Paint) => readonly string[],
): Promise<void> {
  const found = await output.during('Searching', () => takeRows(pages(), limit))
  output.show(found, (paint) => [
    ...describe(found, paint),
    ...(found.length === limit
      ? ['', `These are the newest ${found.length}; see more with --limit.`]
      : []),
  ])
}
