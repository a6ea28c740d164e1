import { isTimeZone, todayIn } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type DraftedProduct,
  type ProductFiles,
  type ProductNames,
  type WorkbookWish,
  type ValidateDeps,
  draftProduct,
  validateProduct,
} from '../products/index.ts'
import { notOneWorkbook } from './reasons.ts'

/** The names of the product, and the options that complete the workbook. */
export interface DraftWish {
  readonly names: ProductNames
  readonly wish: WorkbookWish
}

/** Makes a product folder from a workbook that could be pushed as it is. Nothing is kept. */
export async function draftFromWorkbook(
  deps: ValidateDeps,
  caller: Pick<Caller, 'account'>,
  files: ProductFiles,
  { names, wish }: DraftWish,
): Promise<DraftedProduct> {
  const [workbook, another] = files
  if (workbook === undefined || another !== undefined) throw notOneWorkbook(files.size)
  // A file that is no workbook is reported with all other problems.
  const zone = isTimeZone(names.timeZone) ? names.timeZone : 'UTC'
  const today = todayIn(zone, deps.clock())
  return draftProduct(workbook[1], names, wish, today, (drafted) =>
    validateProduct(deps, caller.account, drafted),
  )
}
