import type { AccountId, ApprovalId, UserId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Limit, withinLimits } from '../identity/index.ts'
import { type Approval, type ApprovalStatus, actsOfBothModes } from './approval.ts'

const columns = fragment`
  id, account_id as "accountId", livemode, act as kind, call,
  method, path, body as "sealedBody", subject_id as "subjectId",
  case when amount is not null
    then json_build_object('amount', amount, 'currency', currency) end as money,
  case when product_id is not null
    then json_build_object('productId', product_id, 'distributorId', distributor_id) end as sale,
  reason, status, requested_by as "requestedBy", requested_with as "requestedWith",
  created_at as "createdAt", expires_at as "expiresAt", decided_by as "decidedBy",
  decided_at as "decidedAt", comment`

export async function insertApproval(tx: Queryable, approval: Approval): Promise<void> {
  const { money, sale } = approval
  await tx.query(sql`
    insert into approvals (id, account_id, livemode, act, call, method, path, body, subject_id,
      amount, currency, product_id, distributor_id, reason, status, requested_by, requested_with,
      created_at, expires_at)
    values (${approval.id}, ${approval.accountId}, ${approval.livemode}, ${approval.kind},
      ${approval.call}, ${approval.method}, ${approval.path}, ${approval.sealedBody},
      ${approval.subjectId}, ${money?.amount ?? null}, ${money?.currency ?? null},
      ${sale?.productId ?? null}, ${sale?.distributorId ?? null}, ${approval.reason},
      ${approval.status}, ${approval.requestedBy}, ${approval.requestedWith},
      ${approval.createdAt}, ${approval.expiresAt})`)
}

/** Where approvals are looked for: in an account and a mode, within the limits of the caller. */
export interface ApprovalScope {
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly limits: readonly Limit[] | null
}

const within = ({ accountId, livemode, limits }: ApprovalScope) => [
  ...equal({ account_id: accountId }),
  fragment`(livemode = ${livemode} or act = any (${actsOfBothModes}::text[]))`,
  withinLimits(limits),
]

export async function selectApproval(
  db: Queryable,
  scope: ApprovalScope,
  id: string,
): Promise<Approval | undefined> {
  const conditions = [...within(scope), ...equal({ id })].filter((one) => one !== null)
  const [row] = await db.query<Approval>(compose`
    select ${columns} from approvals where ${conditions}`)
  return row
}

/** Newest first. */
export function searchApprovals(
  db: Queryable,
  {
    status,
    now,
    ...scope
  }: ApprovalScope & {
    readonly status: ApprovalStatus | null
    readonly now: Temporal.Instant
  },
  page: Page,
): Promise<PageRows<Approval>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from approvals`,
    where: [...within(scope), status === null ? null : inStatus(status, now)],
    isPlannedByValue: true,
  })
}

/** As `statusOf` says it. */
function inStatus(status: ApprovalStatus, now: Temporal.Instant) {
  if (status === 'pending') return fragment`(status = 'pending' and expires_at > ${now})`
  if (status === 'expired') {
    return fragment`(status = 'expired' or (status = 'pending' and expires_at <= ${now}))`
  }
  return fragment`status = ${status}`
}

/** Ends a pending request, once: undefined if it is not pending any more. */
export async function updateDecided(
  tx: Queryable,
  id: ApprovalId,
  decision: {
    readonly status: Exclude<ApprovalStatus, 'pending' | 'expired'>
    readonly decidedBy: UserId
    readonly comment: string | null
  },
  now: Temporal.Instant,
): Promise<Approval | undefined> {
  const [row] = await tx.query<Approval>(compose`
    update approvals set status = ${decision.status}, decided_by = ${decision.decidedBy},
      comment = ${decision.comment}, decided_at = ${now}, body = null
    where id = ${id} and status = 'pending' and expires_at > ${now}
    returning ${columns}`)
  return row
}

/** Ends requests that nobody has decided about in time. */
export async function updateExpired(
  tx: Queryable,
  now: Temporal.Instant,
  rowsMax: number,
): Promise<Approval[]> {
  return tx.query<Approval>(compose`
    update approvals set status = 'expired', decided_at = ${now}, body = null
    where id in (
      select id from approvals where status = 'pending' and expires_at <= ${now}
      order by expires_at limit ${rowsMax} for update skip locked)
    returning ${columns}`)
}
