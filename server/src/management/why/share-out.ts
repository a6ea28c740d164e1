import type { Queryable } from '../../database/index.ts'
import { type ExplainedDifference, explainDifference, prepareSwaps } from '../../pricing/index.ts'
import { selectPricingFiles } from '../../products/index.ts'
import type { PricedSide, SharesWish } from '../folder-workers/folder-tasks.ts'

/** The shares of the difference between two prices, cell by cell. Takes as long as both take to compile. */
export async function shareOut(
  db: Queryable,
  { before, after, answerFields }: Omit<SharesWish, 'key'>,
): Promise<ExplainedDifference> {
  const swaps = await prepareSwaps(await folderOf(db, before), await folderOf(db, after), 'cell')
  if (swaps === null) throw new Error('a version that was pushed no longer compiles')
  return explainDifference(swaps, inputOf(before), inputOf(after), answerFields)
}

async function folderOf(db: Queryable, { productVersionId, prefix }: PricedSide) {
  return { files: await selectPricingFiles(db, productVersionId), prefix }
}

function inputOf({ input }: PricedSide) {
  return { ...input, today: Temporal.PlainDate.from(input.today) }
}
