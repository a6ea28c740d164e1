import { mintId } from '@bindery/server/src/kernel/index.ts'
import type { QueryConfig } from 'pg'
import { queueSchema } from '@bindery/server/src/jobs/index.ts'
import { ledgerParts } from './ledger-rows.ts'
import type { Row } from './rows.ts'
import type { SampleRows } from './sample-rows.ts'

/** One statement for each step of a sale, however many share it: the cheapest way to write its rows. */
export function writeQuotes(sample: SampleRows, ids: readonly string[]): QueryConfig {
  return {
    name: 'quotes',
    text: 'insert into quotes select * from json_populate_recordset(null::quotes, $1)',
    values: [copies(sample.quote, ids)],
  }
}

export function writeOffers(sample: SampleRows, ids: readonly string[]): QueryConfig {
  const offers = ids.map((id) => ({ id, version: freshId('tpv'), content: freshId('pco') }))
  return {
    name: 'offers',
    text: `
      with made as (
        insert into policies select * from json_populate_recordset(null::policies, $1)),
      versions as (
        insert into policy_versions select * from json_populate_recordset(null::policy_versions, $2)),
      contents as (
        insert into policy_contents select * from json_populate_recordset(null::policy_contents, $5)),
      segments as (
        insert into policy_segments select * from json_populate_recordset(null::policy_segments, $6)),
      secrets as (
        insert into policy_secrets select * from json_populate_recordset(null::policy_secrets, $4))
      insert into events select * from json_populate_recordset(null::events, $3)`,
    values: [
      // A number is unique; that of the sample is as long as any.
      JSON.stringify(ids.map((id) => ({ ...sample.policy, id, insurer_policy_id: `B${id}` }))),
      JSON.stringify(
        offers.map(({ id, version }) => ({ ...sample.version, id: version, policy_id: id })),
      ),
      JSON.stringify(ids.map((id) => eventOf(sample.offerEvent, id, id))),
      JSON.stringify(ids.flatMap((id) => sample.secrets.map((row) => ({ ...row, policy_id: id })))),
      JSON.stringify(
        offers.map(({ id, content }) => ({ ...sample.content, id: content, policy_id: id })),
      ),
      JSON.stringify(
        offers.map(({ id, version, content }) => ({
          ...sample.segment,
          version_id: version,
          policy_id: id,
          content_id: content,
        })),
      ),
    ],
  }
}

export function writePayments(
  sample: SampleRows,
  payments: readonly { readonly id: string; readonly policyId: string }[],
): QueryConfig {
  const policyIds = payments.map(({ policyId }) => policyId)
  const ledger = ledgerParts(sample.ledger, policyIds, 5)
  return {
    name: 'payments',
    text: `
      with paid as (
        update policies set status = 'paid', accepted_at = now(), issued_at = now()
        where id = any($1)),
      made as (
        insert into payments select * from json_populate_recordset(null::payments, $2)),
      reported as (
        insert into events select * from json_populate_recordset(null::events, $3)),
      ${ledger.text}
      insert into ${queueSchema}._private_jobs (task_id, payload, max_attempts, key, priority)
      select task.id, job.payload, 20, job.key, 10
      from json_to_recordset($4) as job(key text, payload json)
      join ${queueSchema}._private_tasks as task on task.identifier = 'make_documents'
      on conflict (key) do update set updated_at = now()`,
    values: [
      policyIds,
      JSON.stringify(
        payments.map(({ id, policyId }) => ({ ...sample.payment, id, policy_id: policyId })),
      ),
      JSON.stringify(
        payments.flatMap(({ id, policyId }) => [
          eventOf(sample.policyEvent, policyId, policyId),
          eventOf(sample.paymentEvent, id, policyId),
        ]),
      ),
      JSON.stringify(policyIds.map((policyId) => ({ key: policyId, payload: { policyId } }))),
      ...ledger.values,
    ],
  }
}

function copies(row: Row, ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => ({ ...row, id })))
}

function eventOf(row: Row, subjectId: string, policyId: string): Row {
  return { ...row, id: freshId('evt'), subject_id: subjectId, policy_id: policyId }
}

function freshId(kind: 'tpv' | 'pco' | 'evt'): string {
  return mintId(kind, Temporal.Now.instant())
}
