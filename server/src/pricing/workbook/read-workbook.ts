import type { ReadWorkbookResult } from './read-workbook-at-once.ts'
import { type WorkbookLimits, workbookLimits } from './xlsx/limits.ts'
import { askThread } from './xlsx/workbook-thread.ts'

export type { ReadWorkbookResult } from './read-workbook-at-once.ts'

/**
 * Reads an xlsx file on a thread of its own, which is stopped when it takes too long: whatever the
 * file holds, requests go on being answered, and the outcome is a workbook or a list of problems.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  options: { readonly limits?: Partial<WorkbookLimits> } = {},
): Promise<ReadWorkbookResult> {
  const limits = { ...workbookLimits, ...options.limits }
  if (bytes.length > limits.fileBytesMax) {
    // Not even copied to the thread.
    return refusal(
      `The file has ${bytes.length} bytes; at most ${limits.fileBytesMax} are allowed.`,
      'Take pictures and unused sheets out; large lists belong in a dataset.',
    )
  }
  const answer = await askThread({ verb: 'read', bytes, limits }, limits.readingMsMax)
  if (answer.verb === 'read') return answer.result
  return refusal(
    `The workbook cannot be read: reading it ${answer.verb === 'failed' ? answer.reason : 'failed'}.`,
    'Keep only the sheets, rows and formulas that prices need, and save it again as .xlsx.',
  )
}

function refusal(message: string, mend: string): ReadWorkbookResult {
  return { ok: false, problems: [{ place: '', message, mend }] }
}
