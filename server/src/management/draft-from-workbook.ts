import { type Problem, isTimeZone, todayIn } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type DraftedProduct,
  type ProductFiles,
  type ProductNames,
  type ValidateDeps,
  draftProduct,
  validateProduct,
} from '../products/index.ts'
import { notOneWorkbook } from './reasons.ts'

export type WorkbookDraft =
  | (Extract<DraftedProduct, { ok: true }> & { readonly warnings: readonly Problem[] })
  | Extract<DraftedProduct, { ok: false }>

/** Makes a product folder from a workbook that could be pushed as it is. Nothing is kept. */
export async function draftFromWorkbook(
  deps: ValidateDeps,
  caller: Pick<Caller, 'account'>,
  files: ProductFiles,
  names: ProductNames,
): Promise<WorkbookDraft> {
  const [workbook, another] = files
  if (workbook === undefined || another !== undefined) throw notOneWorkbook(files.size)
  // One that is none is told with everything else that is wrong.
  const zone = isTimeZone(names.timeZone) ? names.timeZone : 'UTC'
  const today = todayIn(zone, deps.clock())
  const drafted = await draftProduct(workbook[1], names, today)
  if (!drafted.ok) return drafted
  const checked = await validateProduct(deps, caller.account, drafted.files)
  if (!checked.ok) return { ok: false, problems: checked.problems }
  return { ...drafted, warnings: checked.compiled.warnings }
}
