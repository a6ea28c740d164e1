import type { Queryable } from '../database/index.ts'
import type { Policy } from '../policies/index.ts'
import { type ProductDefinition, handoverDocuments } from '../products/index.ts'
import { notHandedOver } from './handover.ts'
import { isHandoverRequired, selectHandovers } from './handover-store.ts'
import { handoverIncomplete } from './reasons.ts'

/**
 * Nobody is bound before the documents are handed over, where the offer was made so. Offers of other
 * products are not asked about.
 */
export async function assertHandedOver(
  db: Queryable,
  { id }: Pick<Policy, 'id'>,
  definition: Pick<ProductDefinition, 'customers' | 'documents'>,
): Promise<void> {
  if (handoverDocuments(definition).length === 0) return
  if (!(await isHandoverRequired(db, id))) return
  const missing = notHandedOver(definition, await selectHandovers(db, id))
  if (missing.length === 0) return
  throw handoverIncomplete(
    id,
    missing.map(({ designation }) => designation),
  )
}
