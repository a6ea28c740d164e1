import type { DunningCaseId, DunningLetterId, PolicyId, ProductId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { DunningCase, DunningLetter } from './dunning-case.ts'

export const caseColumns = fragment`
  id, policy_id as "policyId", insurer_id as "insurerId", product_id as "productId", livemode,
  currency, product_version_id as "productVersionId", state, step, since_day as "sinceDay",
  step_day as "stepDay", reminders, waits_for as "waitsFor", grace_until as "graceUntil",
  termination_due_on as "terminationDueOn", legal_action_on as "legalActionOn", unproven_since as "unprovenSince",
  lapse_upheld_at as "lapseUpheldAt", overdue,
  opened_at as "openedAt",
  closed_at as "closedAt"`

/** The one that is open; undefined where nothing is followed. */
export async function selectOpenCase(
  db: Queryable,
  policyId: PolicyId,
): Promise<DunningCase | undefined> {
  const rows = await db.query<DunningCase>(compose`
    select ${caseColumns} from dunning_cases where policy_id = ${policyId} and state = 'open'`)
  return rows[0]
}

export async function selectCase(
  db: Queryable,
  id: DunningCaseId,
): Promise<DunningCase | undefined> {
  const rows = await db.query<DunningCase>(compose`
    select ${caseColumns} from dunning_cases where id = ${id}`)
  return rows[0]
}

/** Stores the state of a case, with the policy locked. */
export async function upsertCase(tx: Queryable, one: DunningCase): Promise<void> {
  await tx.query(sql`
    insert into dunning_cases (id, policy_id, insurer_id, product_id, livemode, currency,
      product_version_id, state, step, since_day, step_day, reminders, waits_for, grace_until,
      termination_due_on, legal_action_on, unproven_since, lapse_upheld_at, overdue, opened_at,
      closed_at)
    values (${one.id}, ${one.policyId}, ${one.insurerId}, ${one.productId}, ${one.livemode},
      ${one.currency}, ${one.productVersionId}, ${one.state}, ${one.step}, ${one.sinceDay},
      ${one.stepDay}, ${one.reminders}, ${one.waitsFor}, ${one.graceUntil},
      ${one.terminationDueOn}, ${one.legalActionOn}, ${one.unprovenSince}, ${one.lapseUpheldAt},
      ${one.overdue}, ${one.openedAt}, ${one.closedAt})
    on conflict (id) do update set state = excluded.state, step = excluded.step,
      step_day = excluded.step_day, reminders = excluded.reminders,
      waits_for = excluded.waits_for, grace_until = excluded.grace_until, termination_due_on = excluded.termination_due_on,
      legal_action_on = excluded.legal_action_on, unproven_since = excluded.unproven_since,
      lapse_upheld_at = excluded.lapse_upheld_at, overdue = excluded.overdue,
      closed_at = excluded.closed_at`)
}

/** Those that a lapse has closed. */
export async function selectLapsedCases(db: Queryable, policyId: PolicyId): Promise<DunningCase[]> {
  return db.query<DunningCase>(compose`
    select ${caseColumns} from dunning_cases where policy_id = ${policyId} and state = 'lapsed'`)
}

/** Some open cases of a product, by their ids. */
export async function selectOpenCasesOf(
  db: Queryable,
  of: { readonly productId: ProductId; readonly livemode: boolean },
  after: DunningCaseId | null,
  rowsMax: number,
): Promise<Pick<DunningCase, 'id' | 'policyId'>[]> {
  return db.query(sql`
    select id, policy_id as "policyId" from dunning_cases
    where product_id = ${of.productId} and livemode = ${of.livemode} and state = 'open'
      and id > ${after ?? ''}
    order by id limit ${rowsMax}`)
}

const letterColumns = fragment`
  id, case_id as "caseId", policy_id as "policyId", kind, place, number, day,
  written_at as "writtenAt", version_id as "versionId", invoices, total,
  known_charges as "knownCharges", known_receipts as "knownReceipts", fee_invoice_id as "feeInvoiceId",
  grace_until as "graceUntil", grace_days as "graceDays", cover_until as "coverUntil", cover_from as "coverFrom",
  revival_amount as "revivalAmount", void_at as "voidAt",
  void_reason as "voidReason"`

/** Oldest first. */
export async function selectLetters(
  db: Queryable,
  caseIds: readonly DunningCaseId[],
): Promise<DunningLetter[]> {
  return db.query<DunningLetter>(compose`
    select ${letterColumns} from dunning_letters where case_id = any(${caseIds})
    order by case_id, place`)
}

export async function selectLetter(
  db: Queryable,
  id: DunningLetterId,
): Promise<DunningLetter | undefined> {
  const rows = await db.query<DunningLetter>(compose`
    select ${letterColumns} from dunning_letters where id = ${id}`)
  return rows[0]
}

/** Those of a policy that count, oldest first. */
export async function selectLettersOf(db: Queryable, policyId: PolicyId): Promise<DunningLetter[]> {
  return db.query<DunningLetter>(compose`
    select ${letterColumns} from dunning_letters
    where policy_id = ${policyId} and void_at is null order by written_at, place`)
}

export async function insertLetter(tx: Queryable, letter: DunningLetter): Promise<void> {
  await tx.query(sql`
    insert into dunning_letters (id, case_id, policy_id, kind, place, number, day, written_at,
      version_id, invoices, total, known_charges, known_receipts, fee_invoice_id, grace_until, grace_days, cover_until,
      cover_from, revival_amount)
    values (${letter.id}, ${letter.caseId}, ${letter.policyId}, ${letter.kind}, ${letter.place},
      ${letter.number}, ${letter.day}, ${letter.writtenAt}, ${letter.versionId}, ${json(letter.invoices)}::jsonb,
      ${letter.total}, ${letter.knownCharges}, ${json(letter.knownReceipts)}::jsonb,
      ${letter.feeInvoiceId}, ${letter.graceUntil}, ${letter.graceDays}, ${letter.coverUntil}, ${letter.coverFrom},
      ${letter.revivalAmount})`)
}

/** It does not count, and never did. */
export async function voidLetter(
  tx: Queryable,
  id: DunningLetterId,
  { reason, now }: { readonly reason: string; readonly now: Temporal.Instant },
): Promise<void> {
  await tx.query(sql`
    update dunning_letters set void_at = ${now}, void_reason = ${reason} where id = ${id}`)
}
