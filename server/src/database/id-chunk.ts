import type { Queryable } from './database.ts'
import { type Fragment, compose, fragment } from './sql.ts'

/** The next rows of a long list that is processed in chunks by rising id. */
export interface IdChunk {
  /** Null at the beginning. */
  readonly after: string | null
  readonly limit: number
}

export interface CountedChunk {
  readonly count: number
  /** The last id of the chunk; null where no rows were left. */
  readonly last: string | null
}

/** The part after `where`: the conditions, limited to the chunk. */
export function whereInChunk(wanted: readonly Fragment[], { after, limit }: IdChunk): Fragment {
  const conditions = [...wanted, fragment`id > ${after ?? ''}`]
  return fragment`${conditions} order by id limit ${limit}`
}

/** Counts the ids of one chunk, so that counting a long list blocks nobody. */
export async function countChunk(db: Queryable, ids: Fragment): Promise<CountedChunk> {
  const [counted] = await db.query<CountedChunk>(compose`
    select count(*) as count, max(id) as last from (${ids}) as chunk`)
  return counted ?? { count: 0, last: null }
}
