import type pg from 'pg'
import {
  type Part,
  type Queryable,
  type Transaction,
  fragment,
  json,
  rows,
  sql,
  together,
} from '../database/index.ts'
import type {
  BookCheckId,
  ClockId,
  DunningCaseId,
  DunningLetterId,
  InvoiceId,
  PaymentId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  QuoteId,
  RefundId,
  WebhookId,
} from '../kernel/index.ts'

/** Every task there is, with what it is told. */
export interface Tasks {
  /** An order of a policy was accepted: assemble the new version. */
  assemble_transaction: { policyId: PolicyId; versionId: PolicyVersionId; promised?: string }
  /** There is credit: because of the version, or of something else that is named. */
  credit_due: { policyId: PolicyId; versionId: PolicyVersionId; cause?: string }
  /** News from policies that documents act on: something has happened that documents are made for. */
  make_documents: VersionDocuments | InvoiceDocuments | RenewalDocuments | LetterDocuments
  /** News from policies that renewals act on: the next term is to be priced, or priced again. */
  price_renewal: { policyId: PolicyId; versionId: PolicyVersionId }
  /** News from the ledger that dunning acts on: something has happened to what is overdue. */
  pursue_arrears: { policyId: PolicyId }
  /** A hold on all policies of a product is over: the next of its cases are looked at. */
  resume_dunning: { productId: ProductId; livemode: boolean; after?: DunningCaseId }
  /** Ask the provider what became of a payment that is still pending. */
  settle_payment: { paymentId: PaymentId; policyId?: PolicyId }
  /** Have money given back, or ask what became of that. */
  settle_refund: { refundId: RefundId; policyId?: PolicyId }
  /** Price the next policies of a book again. */
  check_book: { checkId: BookCheckId }
  /** Price the book by the drafts that somebody asked about, one after the other. */
  run_impacts: Record<string, never>
  /** Advance a test clock to where it was ordered to. */
  advance_clock: { clockId: ClockId; busyTurns?: number }
  /** Order deliveries to an endpoint again: those that failed, or of a time. */
  resend_webhooks: { webhookId: WebhookId; failed?: boolean; from?: string; until?: string }
  /** Do what is due, and tidy up. */
  sweep: Record<string, never>
}
export type TaskName = keyof Tasks

/** The documents of a version of a policy. */
export interface VersionDocuments {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  readonly occasion: 'offer' | 'policy' | 'change' | 'cancellation' | 'reinstatement'
}

/** The document of an invoice, once that has its number. */
export interface InvoiceDocuments {
  readonly policyId: PolicyId
  readonly invoiceId: InvoiceId
  readonly occasion: 'invoice' | 'credit_note'
}

/** The notice of a renewal, at the price that is offered. */
export interface RenewalDocuments {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  /** The version of the policy that it was priced on. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'renewal_notice'
}

/** A letter to a customer who has not paid. */
export interface LetterDocuments {
  readonly policyId: PolicyId
  readonly letterId: DunningLetterId
  /** The version of the policy by then. */
  readonly versionId: PolicyVersionId
  readonly occasion: 'reminder' | 'notice' | 'suspension' | 'lapse'
}

const attemptsMax = 20

/** Adds a job in the caller's transaction: it exists exactly if the state it follows from does. */
export async function enqueue<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  payload: Tasks[Name],
  options: { readonly runAt?: Temporal.Instant; readonly key?: string } = {},
): Promise<void> {
  await tx.query(together([jobAdded(name, payload, options)]))
}

/** The same for a statement that writes the state as well. */
function jobAdded<Name extends TaskName>(
  name: Name,
  payload: Tasks[Name],
  {
    runAt = null,
    key = null,
  }: { readonly runAt?: Temporal.Instant | null; readonly key?: string | null },
): Part {
  return {
    name: 'job_added',
    body: fragment`
      select id from graphile_worker.add_job(
        identifier => ${name}, payload => ${json(payload)}::json, run_at => ${runAt}::timestamptz,
        max_attempts => ${attemptsMax}::int, job_key => ${key}::text)`,
  }
}

/** Jobs that somebody waits for come first. */
const patientPriority = 10

/** What only tests wait for comes after everything else. */
export const lastPriority = 20

/** Adds a job that comes after all others that are due. */
export async function enqueueLast<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  key: string,
  payload: Tasks[Name],
  runAt: Temporal.Instant | null = null,
): Promise<void> {
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}, payload => ${json(payload)}::json, run_at => ${runAt}::timestamptz,
      max_attempts => ${attemptsMax}::int, job_key => ${key}::text,
      priority => ${lastPriority}::int)`)
}

/** A job that has followed from something that happened to a policy, and is not done. */
export interface FollowingJob {
  readonly id: string
  readonly task: string
  readonly policyId: PolicyId
  readonly attempts: number
  /** Why it failed the last time, where it did. */
  readonly error: string | null
}

/** Documents are made of what they belong to alone, whenever that is: nothing waits for them. */
const leadsToNothing: TaskName = 'make_documents'

/**
 * A clock looks for the jobs of its policies among all that wait: those may be a million. And a task
 * that `patientJobsAdded` adds jobs of is known before the first of them.
 */
export async function prepareQueue(owner: pg.Pool): Promise<void> {
  const { rows: found } = await owner.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.bindery_jobs_of_policy') is not null as "isThere"`,
  )
  // Only the owner may create it, or ask to where it is there.
  if (found[0]?.isThere !== true) {
    await owner.query(`
      create index if not exists bindery_jobs_of_policy
      on graphile_worker._private_jobs ((payload ->> 'policyId'))`)
  }
  const task: PatientTask = 'make_documents'
  await owner.query(
    'insert into graphile_worker._private_tasks (identifier) values ($1) on conflict do nothing',
    [task],
  )
}

/** The jobs of these policies that are due, or have failed, and that something may follow from. */
export async function selectJobsOf(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<FollowingJob[]> {
  return db.query(sql`
    select job.id::text as id, task.identifier as task, payload ->> 'policyId' as "policyId", attempts,
      last_error as error
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where payload ->> 'policyId' = any(${policyIds}) and task.identifier <> ${leadsToNothing}
      and (run_at <= now() or last_error is not null)`)
}

/** A job under a key of its own. */
export interface KeyedJob<Name extends TaskName> {
  readonly key: string
  readonly payload: Tasks[Name]
}

/** Adds jobs that nobody waits for, all with one statement. */
export async function enqueueAll<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  jobs: readonly KeyedJob<Name>[],
): Promise<void> {
  await tx.query(together([jobsAdded(name, jobs)]))
}

function jobsAdded<Name extends TaskName>(name: Name, jobs: readonly KeyedJob<Name>[]): Part {
  return {
    name: 'jobs_added',
    body: fragment`
      select id from graphile_worker.add_jobs(array(
        select row(${name}::text, payload, null, null, ${attemptsMax}::int, key,
          ${patientPriority}::int, null)::graphile_worker.job_spec
        from json_to_recordset(${json(jobs)}::json) as job(key text, payload json)))`,
  }
}

type PatientTask = 'make_documents'

/**
 * For a statement that writes the state as well: jobs that nobody waits for, of which there can be
 * none before that state. The queue would wake every worker for each, under a lock that all commits
 * share which wake anybody. Workers hear of what happens, and look for these when they have time.
 */
export function patientJobsAdded(name: PatientTask, jobs: readonly KeyedJob<PatientTask>[]): Part {
  return {
    name: 'patient_jobs_added',
    rows: jobs.length,
    body: fragment`
      insert into graphile_worker._private_jobs (task_id, payload, max_attempts, key, priority)
      select task.id, job.payload, ${attemptsMax}::int, job.key, ${patientPriority}::int
      from json_to_recordset(${rows(jobs)}::json) as job(key text, payload json)
      join graphile_worker._private_tasks as task on task.identifier = ${name}
      on conflict (key) do update set updated_at = now()
      returning id`,
  }
}

/** A job under a key of its own, for later. */
export interface LaterJob<Name extends TaskName> extends KeyedJob<Name> {
  readonly runAt: Temporal.Instant
}

/** For a statement that writes the state as well: jobs that wait until their moment. */
export function jobsPlanned<Name extends TaskName>(
  name: Name,
  jobs: readonly LaterJob<Name>[],
): Part {
  return {
    name: 'jobs_planned',
    body: fragment`
      select id from graphile_worker.add_jobs(array(
        select row(${name}::text, payload, null, "runAt", ${attemptsMax}::int, key, 0,
          null)::graphile_worker.job_spec
        from json_to_recordset(${rows(jobs)}::json) as job(
          key text, payload json, "runAt" timestamptz)))`,
  }
}

/** Takes back the job of a key that nobody is at: there is nothing left for it to do. */
export async function dropJob(tx: Pick<Transaction, 'write'>, key: string): Promise<void> {
  const body = fragment`
    delete from graphile_worker._private_jobs where locked_at is null and key in (
      select value from json_array_elements_text(${rows([key])}::json)) returning id`
  await tx.write([{ name: 'jobs_dropped', body }])
}

/**
 * Adds a job that somebody waits for, unless it is there already: at work, to be tried again later,
 * or among the patient ones, whom it then leaves behind. One that was given up begins anew.
 */
export async function enqueueOnce<Name extends TaskName>(
  tx: Queryable,
  name: Name,
  { key, payload }: KeyedJob<Name>,
): Promise<void> {
  const hastened = await tx.query(sql`
    update graphile_worker._private_jobs set priority = 0
    where key = ${key} and priority > 0 and locked_at is null and attempts < max_attempts
    returning id`)
  if (hastened.length > 0) return
  await tx.query(sql`
    select from graphile_worker.add_job(
      identifier => ${name}, payload => ${json(payload)}::json, max_attempts => ${attemptsMax}::int,
      job_key => ${key}::text, job_key_mode => case
        when exists (select from graphile_worker._private_jobs
          where key = ${key} and attempts >= max_attempts) then 'replace'
        else 'unsafe_dedupe' end)`)
}
