import {
  parseWorkbook,
  type Workbook,
  type WorkbookLimits,
  workbookLimits,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import type { WorkbookLayout } from './layout.ts'
import { readLayout } from './read-layout.ts'

export type ReadWorkbookResult =
  | {
      readonly ok: true
      readonly workbook: Workbook
      readonly layout: WorkbookLayout
      readonly warnings: readonly WorkbookProblem[]
    }
  | {
      readonly ok: false
      readonly problems: readonly WorkbookProblem[]
      /** What was read all the same, so that problems in its formulas are reported as well. */
      readonly found?: { readonly workbook: Workbook; readonly layout: WorkbookLayout }
    }

/** Reads a workbook and finds its inputs and outputs, at once: never where requests are answered. */
export function readWorkbook(
  bytes: Uint8Array,
  limits: WorkbookLimits = workbookLimits,
): ReadWorkbookResult {
  if (bytes.length > limits.fileBytesMax) {
    const message = `The file has ${bytes.length} bytes; at most ${limits.fileBytesMax} are allowed.`
    const fix = 'Take pictures and unused sheets out; large lists belong in a dataset.'
    return { ok: false, problems: [{ place: '', message, fix }] }
  }
  const parsed = parseWorkbook(bytes, limits)
  if (!parsed.ok) return parsed
  const { layout, problems, warnings } = readLayout(parsed.workbook)
  if (layout === null) return { ok: false, problems }
  if (problems.length > 0) {
    return { ok: false, problems, found: { workbook: parsed.workbook, layout } }
  }
  return { ok: true, workbook: parsed.workbook, layout, warnings }
}
