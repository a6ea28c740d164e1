import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../src/database/embedded/index.ts'

/** What must never be found in the books, whatever was killed and when. */
const contradictions = {
  'a policy paid twice': `
    select policy_id from payments where status = 'ok' group by policy_id having count(*) > 1`,
  'a policy issued without a payment': `
    select id from policies where issued_at is not null and not exists (
      select from payments where policy_id = policies.id and status = 'ok')`,
  'a payment without a policy': `
    select id from payments p where status = 'ok' and not exists (
      select from policies where id = p.policy_id and status in ('paid', 'cancelled'))`,
  'an issued policy that was not told of exactly once': `
    select id from policies where (issued_at is not null)::int <> (
      select count(*) from events where subject_id = policies.id and type = 'policy.issued')`,
  'an offer that was not told of exactly once': `
    select id from policies where 1 <> (
      select count(*) from events where subject_id = policies.id and type = 'offer.created')`,
  'a payment whose end was not told of exactly once': `
    select id from payments where (status = 'ok')::int <> (
        select count(*) from events where subject_id = payments.id and type = 'payment.ok')
      or (status = 'failed' or late_at is not null)::int <> (
        select count(*) from events where subject_id = payments.id and type = 'payment.failed')`,
  'late money that was not told of exactly once': `
    select id from payments where (late_at is not null)::int <> (
      select count(*) from events where subject_id = payments.id and type = 'payment.late')`,
  'money that could not be applied and is not given back': `
    select id from payments where unapplied_at is not null and not exists (
      select from refunds where payment_id = payments.id and policy_version_id is null)`,
  'more given back than was taken': `
    select payment_id from refunds join payments on payments.id = payment_id
    where refunds.method <> 'whole'
    group by payment_id, payments.amount having sum(refunds.amount) > payments.amount`,
  'a refund whose end was not told of exactly once': `
    select id from refunds where (status = 'ok')::int <> (
      select count(*) from events where subject_id = refunds.id and type = 'refund.ok')`,
  'a pending refund that no job will see to': `
    select id from refunds where status = 'pending' and not exists (
      select from graphile_worker._private_jobs where payload ->> 'refundId' = refunds.id)`,
  'an accepted offer without a payment under way': `
    select id from policies where status = 'accepted' and not exists (
      select from payments where policy_id = policies.id and status = 'pending')`,
  'a pending payment that no job will settle': `
    select id from payments where status = 'pending' and not exists (
      select from graphile_worker._private_jobs where payload ->> 'paymentId' = payments.id)`,
  'a cancellation under way that no job will finish': `
    select id from policy_versions v where state = 'processing' and not exists (
      select from graphile_worker._private_jobs where payload ->> 'versionId' = v.id)`,
  'a cancelled policy that was not told of exactly once': `
    select id from policies where (status = 'cancelled')::int <> (
      select count(*) from events where subject_id = policies.id and type = 'policy.cancelled')`,
  'a policy with two active versions, or none': `
    select policy_id from policy_versions group by policy_id
    having count(*) filter (where state = 'active') <> 1`,
}

/** Opens the database of a server that was stopped, and looks for contradictions. */
export async function findContradictions(dataDir: string): Promise<Record<string, unknown[]>> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durability: 'full',
    log: () => undefined, // Nobody watches; a failure to start is thrown.
  })
  const client = new Client({ ...postgres.connection })
  try {
    await client.connect()
    const found: Record<string, unknown[]> = {}
    for (const [name, statement] of Object.entries(contradictions)) {
      const { rows } = await client.query<Record<string, unknown>>(statement)
      if (rows.length > 0) found[name] = rows
    }
    return found
  } finally {
    await client.end()
    await postgres.stop()
  }
}
