import type { Queryable } from './database.ts'
import { type Fragment, compose, fragment } from './sql.ts'

/** The next few of a long list that is worked through by rising id, bit by bit. */
export interface IdChunk {
  /** Null at the beginning. */
  readonly after: string | null
  readonly limit: number
}

export interface CountedChunk {
  readonly count: number
  /** Up to where it was counted; null where there was nothing left. */
  readonly last: string | null
}

/** What comes behind `where`: rows that are meant, of the chunk alone. */
export function whereInChunk(meant: readonly Fragment[], { after, limit }: IdChunk): Fragment {
  const conditions = [...meant, fragment`id > ${after ?? ''}`]
  return fragment`${conditions} order by id limit ${limit}`
}

/** Counts `select id from ... where ...` of a chunk: whoever counts a long list so holds nobody up. */
export async function countChunk(db: Queryable, ids: Fragment): Promise<CountedChunk> {
  const [counted] = await db.query<CountedChunk>(compose`
    select count(*) as count, max(id) as last from (${ids}) as chunk`)
  return counted ?? { count: 0, last: null }
}
