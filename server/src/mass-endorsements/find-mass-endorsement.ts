import { type MassEndorsementId, isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import type { MassEndorsement, MassOutcome, MassResult } from './mass-endorsement.ts'
import { lockMassEndorsement, selectMassEndorsement } from './mass-endorsement-store.ts'
import { massEndorsementNotFound } from './reasons.ts'
import { selectResults } from './result-store.ts'

export async function findMassEndorsement(
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<MassEndorsement> {
  return own(caller, id, isId('men', id) ? await selectMassEndorsement(db, id) : undefined)
}

/** The same, for whoever changes its state. */
export async function holdMassEndorsement(
  tx: Queryable,
  caller: Caller,
  id: string,
): Promise<MassEndorsement> {
  return own(caller, id, isId('men', id) ? await lockMassEndorsement(tx, id) : undefined)
}

function own(caller: Caller, id: string, found: MassEndorsement | undefined): MassEndorsement {
  if (found?.insurerId !== caller.account.id || found.livemode !== caller.livemode) {
    throw massEndorsementNotFound(id)
  }
  return found
}

const resultsPerPage = 1000

/** Every result, by policy, some thousand at a time. */
export async function* readResults(
  db: Queryable,
  massEndorsementId: MassEndorsementId,
  outcome: MassOutcome | null,
): AsyncGenerator<readonly MassResult[]> {
  let after: string | null = null
  for (;;) {
    const asked = { massEndorsementId, outcome, after, limit: resultsPerPage }
    const results: MassResult[] = await selectResults(db, asked)
    if (results.length > 0) yield results
    const last = results.at(-1)
    if (last === undefined || results.length < resultsPerPage) return
    after = last.policyId
  }
}
