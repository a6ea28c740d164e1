import { isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
import { statementNotFound } from './reasons.ts'
import type { CommissionStatement } from './statement.ts'
import { selectStatement } from './statement-store.ts'

/** A statement of this insurer or of this distributor, in the mode of its key and within its limits. */
export async function findStatement(
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<CommissionStatement> {
  const found = isId('cst', id) ? await selectStatement(db, id) : undefined
  const { account, livemode, limits } = caller
  const owner = account.kind === 'insurer' ? found?.insurerId : found?.distributorId
  const isSeen =
    found !== undefined &&
    owner === account.id &&
    found.livemode === livemode &&
    isWithin(limits, { productId: '', distributorId: found.distributorId })
  if (!isSeen) throw statementNotFound(id)
  return found
}
