import { isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { selectCase } from './case-store.ts'
import type { DunningCase } from './dunning-case.ts'
import { caseNotFound } from './reasons.ts'

/** A case of this insurer, in the mode of its key. */
export async function findCase(db: Queryable, caller: Caller, id: string): Promise<DunningCase> {
  const found = isId('dnc', id) ? await selectCase(db, id) : undefined
  const isItsOwn = found?.insurerId === caller.account.id && found.livemode === caller.livemode
  if (found === undefined || !isItsOwn) throw caseNotFound(id)
  return found
}
