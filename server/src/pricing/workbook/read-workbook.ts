import { readOnThread } from './read-thread.ts'
import type { ReadWorkbookResult } from './read-workbook-at-once.ts'
import { type WorkbookLimits, workbookLimits } from './xlsx/limits.ts'

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
    return {
      ok: false,
      problems: [
        {
          place: '',
          message: `The file has ${bytes.length} bytes; at most ${limits.fileBytesMax} are allowed.`,
          mend: 'Take pictures and unused sheets out; large lists belong into a dataset.',
        },
      ],
    }
  }
  return readOnThread(bytes, limits)
}
