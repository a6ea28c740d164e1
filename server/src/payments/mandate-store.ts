import type { MandateId, PolicyId } from '../kernel/index.ts'
import { type Finder, type Queryable, compose, fragment, listing, sql } from '../database/index.ts'
import type { Mandate, MandateEnd } from './mandate.ts'

const mandateColumns = fragment`
  id, policy_id as "policyId", provider, method, hint, shown_reference as "shownReference",
  creditor_id as "creditorId", state, reason, revoked_by as "revokedBy",
  given_by as "givenBy", set_up_by as "setUpBy", created_at as "createdAt", ended_at as "endedAt"`

/** With the policy locked, of which none may be active. */
export async function insertMandate(tx: Queryable, mandate: Mandate): Promise<void> {
  await tx.query(sql`
    insert into mandates (id, policy_id, provider, method, hint, shown_reference, creditor_id,
      state, given_by, set_up_by, created_at)
    values (${mandate.id}, ${mandate.policyId}, ${mandate.provider}, ${mandate.method},
      ${mandate.hint}, ${mandate.shownReference}, ${mandate.creditorId}, ${mandate.state}, ${mandate.givenBy}, ${mandate.setUpBy},
      ${mandate.createdAt})`)
}

export async function selectActiveMandate(
  db: Finder,
  policyId: PolicyId,
): Promise<Mandate | undefined> {
  const [mandate] = await db.list(mandatesActive, policyId)
  return mandate
}

const mandatesActive = listing<Mandate>(
  (policyIds) => compose`
    select policy_id as of, ${mandateColumns} from mandates
    where policy_id = any(${policyIds}) and state = 'active'`,
)

/** All there were, in the order in which they ended; the one that is active last. */
export async function selectMandatesOf(db: Queryable, policyId: PolicyId): Promise<Mandate[]> {
  return db.query<Mandate>(compose`
    select ${mandateColumns} from mandates where policy_id = ${policyId}
    order by ended_at nulls last, id`)
}

/** Ends it, unless it has ended: then undefined. */
export async function updateMandateEnded(
  tx: Queryable,
  id: MandateId,
  end: MandateEnd,
  now: Temporal.Instant,
): Promise<Mandate | undefined> {
  const revokedBy = end.state === 'revoked' ? end.revokedBy : null
  const rows = await tx.query<Mandate>(compose`
    update mandates set state = ${end.state}, reason = ${end.reason}, revoked_by = ${revokedBy},
      ended_at = ${now}
    where id = ${id} and state = 'active' returning ${mandateColumns}`)
  return rows[0]
}
