import type { AccountId, MailId, PolicyId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Part,
  type Queryable,
  compose,
  equal,
  fragment,
  json,
  rows,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { Sealed } from '../sealing/index.ts'
import { type Mail, type MailState, type ServerReply, deliveries } from './mail.ts'

const columns = fragment`
  id, insurer_id as "insurerId", distributor_id as "distributorId", product_id as "productId",
  livemode, policy_id as "policyId", event_id as "eventId", event_type as "eventType", recipient,
  state, failures, next_at as "nextAt", problem, encode(hash, 'hex') as hash, bytes, replies,
  delivery, created_at as "createdAt", dated_at as "datedAt"`

export type NewMail = Omit<
  Mail,
  'state' | 'failures' | 'nextAt' | 'problem' | 'hash' | 'bytes' | 'replies' | 'delivery'
>

/** Makes mails that are not there yet, and moves the position in the feed of events. */
export function mailsMade(
  mails: readonly NewMail[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Part[] {
  const made = mails.map((mail) => ({
    id: mail.id,
    insurer_id: mail.insurerId,
    distributor_id: mail.distributorId,
    product_id: mail.productId,
    livemode: mail.livemode,
    policy_id: mail.policyId,
    event_id: mail.eventId,
    event_type: mail.eventType,
    recipient: mail.recipient,
    created_at: mail.createdAt.toString(),
    dated_at: mail.datedAt.toString(),
  }))
  const inserted = fragment`
    insert into mails (id, insurer_id, distributor_id, product_id, livemode, policy_id, event_id,
      event_type, recipient, state, next_at, created_at, dated_at)
    select id, insurer_id, distributor_id, product_id, livemode, policy_id, event_id,
      event_type, recipient, 'waiting', created_at, created_at, dated_at
    from json_to_recordset(${rows(made)}::json) as m(
      id text, insurer_id text, distributor_id text, product_id text, livemode boolean,
      policy_id text, event_id text, event_type text, recipient text, created_at timestamptz,
      dated_at timestamptz)
    on conflict (insurer_id, event_id, recipient) do nothing returning id`
  const moved = fragment`
    update mail_feed set position = ${to} where position = ${from} returning position`
  return [
    { name: 'mails_made', body: inserted },
    { name: 'mail_feed_moved', body: moved },
  ]
}

export async function selectMailPosition(db: Queryable): Promise<number> {
  const [row] = await db.query<{ position: number }>(sql`select position from mail_feed`)
  if (row === undefined) throw new Error('the position of mails in the feed is gone')
  return row.position
}

/** The insurers with mails that are due, those first that have waited longest. */
export async function selectInsurersDue(
  db: Queryable,
  now: Temporal.Instant,
  max: number,
): Promise<AccountId[]> {
  const found = await db.query<{ id: AccountId }>(sql`
    with recursive due as (
      (select insurer_id, next_at from mails where next_at is not null
        order by insurer_id, next_at limit 1)
      union all
      select later.insurer_id, later.next_at from due cross join lateral (
        select insurer_id, next_at from mails
        where insurer_id > due.insurer_id and next_at is not null
        order by insurer_id, next_at limit 1) as later)
    select insurer_id as id from due where next_at <= ${now} order by next_at limit ${max}`)
  return found.map(({ id }) => id)
}

/** Takes the next mails of an insurer: until `until` nobody else tries them. */
export async function reserveMails(
  db: Queryable,
  insurerId: AccountId,
  { now, until, limit }: { now: Temporal.Instant; until: Temporal.Instant; limit: number },
): Promise<Mail[]> {
  return db.query<Mail>(compose`
    update mails set next_at = ${until}
    where id in (
      select id from mails
      where insurer_id = ${insurerId} and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked)
    returning ${columns}`)
}

/** Puts off mails that wait to be composed. */
export async function postponeMails(
  db: Queryable,
  mails: readonly { readonly id: MailId; readonly nextAt: Temporal.Instant }[],
): Promise<void> {
  const later = mails.map(({ id, nextAt }) => ({ id, nextAt: nextAt.toString() }))
  await db.query(sql`
    update mails set next_at = later."nextAt"
    from json_to_recordset(${json(later)}::json) as later(id text, "nextAt" timestamptz)
    where mails.id = later.id and state = 'waiting'`)
}

export interface ComposedMail extends Sealed {
  readonly id: MailId
  readonly state: Extract<MailState, 'ready' | 'kept' | 'parked'>
  readonly problem: string | null
  readonly nextAt: Temporal.Instant | null
  readonly hash: Buffer
  readonly bytes: number
}

/** Keeps a message that was composed; no rows where somebody has done so before. */
export function mailComposed(mail: ComposedMail): Part {
  return {
    name: 'mail_composed',
    rows: 1,
    body: fragment`
      update mails set state = ${mail.state}, next_at = ${mail.nextAt}, failures = 0,
        problem = ${mail.problem}, hash = ${mail.hash}, bytes = ${mail.bytes},
        ring_key_id = ${mail.ringKeyId}, sealed_key = ${mail.sealedKey},
        sealed_data = ${mail.sealedData}
      where id = ${mail.id} and state = 'waiting' returning id`,
  }
}

export interface MailOutcome {
  readonly id: MailId
  readonly state: MailState
  readonly failures: number
  readonly nextAt: Temporal.Instant | null
  readonly problem: string | null
  readonly reply: ServerReply | null
}

export function mailTried(outcome: MailOutcome): Part {
  const replies = outcome.reply === null ? [] : [outcome.reply]
  return {
    name: 'mail_tried',
    rows: 1,
    body: fragment`
      update mails set state = ${outcome.state}, failures = ${outcome.failures},
        next_at = ${outcome.nextAt}, problem = ${outcome.problem},
        replies = replies || ${JSON.stringify(replies)}::jsonb
      where id = ${outcome.id} and state in ('waiting', 'ready') returning id`,
  }
}

export async function selectMail(db: Queryable, id: MailId): Promise<Mail | undefined> {
  const [mail] = await db.query<Mail>(compose`select ${columns} from mails where id = ${id}`)
  return mail
}

/** Holds a mail that is there until the transaction ends. */
export async function lockMail(tx: Queryable, id: MailId): Promise<Mail> {
  return theOnly(
    await tx.query<Mail>(compose`select ${columns} from mails where id = ${id} for update`),
  )
}

/** Lets a mail be tried from now on as if it were new; what was composed stays. */
export async function restartMail(
  tx: Queryable,
  { id }: Pick<Mail, 'id'>,
  now: Temporal.Instant,
): Promise<Mail> {
  return theOnly(
    await tx.query<Mail>(compose`
      update mails set state = case when hash is null then 'waiting' else 'ready' end,
        failures = 0, next_at = ${now}, problem = null
      where id = ${id} returning ${columns}`),
  )
}

/** What a report says of a mail. A bounce voids what was reported as delivered, and stays. */
export async function updateReported(
  tx: Queryable,
  { id }: Pick<Mail, 'id'>,
  reply: ServerReply,
): Promise<Mail> {
  const delivery = deliveries.find((one) => one === reply.outcome) ?? null
  return theOnly(
    await tx.query<Mail>(compose`
      update mails set replies = replies || ${JSON.stringify([reply])}::jsonb,
        delivery = case when delivery = 'bounced' then delivery
          else coalesce(${delivery}, delivery) end
      where id = ${id} returning ${columns}`),
  )
}

function theOnly([mail]: readonly Mail[]): Mail {
  if (mail === undefined) throw new Error('a mail that was found is gone')
  return mail
}

export async function selectSealedMail(db: Queryable, id: MailId): Promise<Sealed | undefined> {
  const [sealed] = await db.query<Sealed>(sql`
    select ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
    from mails where id = ${id} and hash is not null`)
  return sealed
}

export interface MailSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly state: string | null
  readonly policyId: string | null
  readonly eventId: string | null
  readonly delivery: string | null
}

/** Newest first. */
export function searchMails(
  db: Queryable,
  { insurerId, livemode, limits, state, policyId, eventId, delivery }: MailSearch,
  page: Page,
): Promise<PageRows<Mail>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from mails`,
    where: [
      ...equal({
        insurer_id: insurerId,
        livemode,
        state,
        policy_id: policyId,
        event_id: eventId,
        delivery,
      }),
      withinLimits(limits),
    ],
  })
}

/** The mails about a policy after a mail, oldest first. */
export async function selectMailsOf(
  db: Queryable,
  policyId: PolicyId,
  after: string,
  limit: number,
): Promise<Mail[]> {
  return db.query<Mail>(compose`
    select ${columns} from mails where policy_id = ${policyId} and id > ${after}
    order by id limit ${limit}`)
}

/** Keeps a picture once, however many mails show it. */
export async function keepPicture(db: Queryable, hash: Buffer, content: Uint8Array): Promise<void> {
  await db.query(sql`
    insert into mail_pictures (hash, content) values (${hash}, ${Buffer.from(content)})
    on conflict do nothing`)
}

export async function selectPicture(db: Queryable, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ content: Buffer }>(sql`
    select content from mail_pictures where hash = decode(${hash}, 'hex')`)
  return row?.content
}

/** Mails whose data keys are sealed with another key than the current one. */
export async function selectStaleMails(
  db: Queryable,
  currentKeyId: string,
  limit: number,
): Promise<(Sealed & { readonly id: MailId })[]> {
  return db.query<Sealed & { readonly id: MailId }>(sql`
    select id, ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
    from mails where ring_key_id is not null and ring_key_id <> ${currentKeyId}
    limit ${limit} for update skip locked`)
}

export async function updateMailKey(
  db: Queryable,
  { id, ringKeyId, sealedKey }: Sealed & { readonly id: MailId },
): Promise<void> {
  await db.query(sql`
    update mails set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey} where id = ${id}`)
}

/** One mail for each key that mails are sealed with. */
export async function selectOneMailPerKey(
  db: Queryable,
): Promise<(Sealed & { readonly id: MailId })[]> {
  return db.query<Sealed & { readonly id: MailId }>(sql`
    with recursive keys as (
      (select ring_key_id from mails where ring_key_id is not null order by ring_key_id limit 1)
      union all
      select (select ring_key_id from mails where ring_key_id > keys.ring_key_id
        order by ring_key_id limit 1)
      from keys where keys.ring_key_id is not null)
    select mail.* from keys cross join lateral (
      select id, ring_key_id as "ringKeyId", sealed_key as "sealedKey", sealed_data as "sealedData"
      from mails where mails.ring_key_id = keys.ring_key_id limit 1) as mail`)
}
