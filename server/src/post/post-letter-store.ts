import type { AccountId, PostLetterId } from '../kernel/index.ts'
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
import { type Caller, withinLimits } from '../identity/index.ts'
import type { PostLetter, PostState } from './post-letter.ts'

const columns = fragment`
  id, insurer_id as "insurerId", distributor_id as "distributorId", product_id as "productId",
  policy_id as "policyId", livemode, subject_id as "subjectId", state, sent_on as "sentOn",
  delivered_on as "deliveredOn", returned_on as "returnedOn", evidence,
  created_at as "createdAt"`

/**
 * Adds a letter, or puts the one of the same subject back that was void, or has come back; undefined where
 * it is on the batch or on its way.
 */
export async function insertPostLetter(
  tx: Queryable,
  letter: Omit<PostLetter, 'state' | 'sentOn' | 'deliveredOn' | 'returnedOn' | 'evidence'>,
): Promise<PostLetter | undefined> {
  const [row] = await tx.query<PostLetter>(compose`
    insert into post_letters (id, insurer_id, distributor_id, product_id, policy_id, livemode,
      subject_id, state, created_at)
    values (${letter.id}, ${letter.insurerId}, ${letter.distributorId}, ${letter.productId},
      ${letter.policyId}, ${letter.livemode}, ${letter.subjectId}, 'waiting', ${letter.createdAt})
    on conflict (subject_id) do update set state = 'waiting'
      where post_letters.state in ('void', 'returned')
    returning ${columns}`)
  return row
}

export async function selectPostLetter(
  db: Queryable,
  id: PostLetterId,
): Promise<PostLetter | undefined> {
  const [row] = await db.query<PostLetter>(compose`
    select ${columns} from post_letters where id = ${id}`)
  return row
}

/** The letter by post that shows this subject. */
export async function selectPostLetterOf(
  db: Queryable,
  subjectId: string,
): Promise<PostLetter | undefined> {
  const [row] = await db.query<PostLetter>(compose`
    select ${columns} from post_letters where subject_id = ${subjectId}`)
  return row
}

/** With its policy locked. */
export async function updatePostLetter(tx: Queryable, letter: PostLetter): Promise<void> {
  await tx.query(sql`
    update post_letters set state = ${letter.state}, sent_on = ${letter.sentOn},
      delivered_on = ${letter.deliveredOn}, returned_on = ${letter.returnedOn},
      evidence = ${letter.evidence}
    where id = ${letter.id}`)
}

/** Takes letters off the batch that nobody has sent. */
export async function voidPostLetters(tx: Queryable, subjectIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    update post_letters set state = 'void'
    where subject_id = any(${[...subjectIds]}::text[]) and state = 'waiting'`)
}

export interface PostLetterSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly state: PostState | null
  readonly policyId: string | null
}

/** Newest first. */
export function searchPostLetters(
  db: Queryable,
  { insurerId, livemode, limits, state, policyId }: PostLetterSearch,
  page: Page,
): Promise<PageRows<PostLetter>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from post_letters`,
    where: [
      ...equal({ insurer_id: insurerId, livemode, state, policy_id: policyId }),
      withinLimits(limits),
    ],
  })
}
