import { isId } from '../kernel/index.ts'
import type { Finder, Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { isOfSeenPolicy } from '../policies/index.ts'
import { selectCase } from './case-store.ts'
import type { DunningCase } from './dunning-case.ts'
import { caseNotFound } from './reasons.ts'

/** A case of this insurer, or of a sale of this distributor, in the mode of its key and within its limits. */
export async function findCase(
  db: Finder & Queryable,
  caller: Caller,
  id: string,
): Promise<DunningCase> {
  const found = isId('dnc', id) ? await selectCase(db, id) : undefined
  const { account, livemode } = caller
  const isItsOwn =
    found?.livemode === livemode &&
    (account.kind === 'distributor' || found.insurerId === account.id)
  if (found === undefined || !isItsOwn || !(await isOfSeenPolicy(db, caller, found.policyId))) {
    throw caseNotFound(id)
  }
  return found
}
