import type { Queryable } from './database.ts'
import { type Fragment, compose, fragment } from './sql.ts'

/** The next few of a long list that is worked through by rising id, bit by bit. */
export interface Stretch {
  /** Null at the beginning. */
  readonly after: string | null
  readonly limit: number
}

export interface CountedStretch {
  readonly count: number
  /** Up to where it was counted; null where there was nothing left. */
  readonly last: string | null
}

/** What comes behind `where`: rows that are meant, of the stretch alone. */
export function whereInStretch(meant: readonly Fragment[], { after, limit }: Stretch): Fragment {
  const conditions = [...meant, fragment`id > ${after ?? ''}`]
  return fragment`${conditions} order by id limit ${limit}`
}

/** Counts `select id from ... where ...` of a stretch: whoever counts a long list so holds nobody up. */
export async function countStretch(db: Queryable, ids: Fragment): Promise<CountedStretch> {
  const [counted] = await db.query<CountedStretch>(compose`
    select count(*) as count, max(id) as last from (${ids}) as stretch`)
  return counted ?? { count: 0, last: null }
}
