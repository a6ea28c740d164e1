import type { Answer } from '@bindery/sdk'
import type { ProductDetail, ProductVersion } from './find-product.ts'
import type { Server } from './open-server.ts'

type AuditEntry = Answer<'listAudit'>[number]

/**
 * The version that was live before the current one. Like undo, going back removes all later versions
 * from the history, so that going back twice goes further back instead of forth again.
 */
export async function liveBefore(
  { client }: Server,
  product: ProductDetail,
): Promise<ProductVersion | null> {
  const publications: AuditEntry[] = []
  for await (const entry of client.manage.audit.list({ subject_id: product.id, limit: 100 })) {
    if (entry.action === 'product.published') publications.push(entry)
  }
  const previousId = undoStack(publications.toReversed()).at(-2)
  return product.versions.find((version) => version.id === previousId) ?? null
}

/** The versions that lead to the live one, oldest first. Publications come oldest first. */
export function undoStack(publications: readonly Pick<AuditEntry, 'before' | 'after'>[]): string[] {
  const stack: string[] = []
  for (const { before, after } of publications) {
    // The log lacks what a first start publishes, but the next publication has it as `before`.
    for (const versionId of [versionOf(before), versionOf(after)]) {
      if (versionId === null || stack.at(-1) === versionId) continue
      const at = stack.indexOf(versionId)
      if (at === -1) stack.push(versionId)
      else stack.length = at + 1
    }
  }
  return stack
}

function versionOf(state: unknown): string | null {
  const isState = typeof state === 'object' && state !== null && 'product_version_id' in state
  return isState && typeof state.product_version_id === 'string' ? state.product_version_id : null
}
