import { type Queryable, sql } from '../database/index.ts'

export async function insertIndex(tx: Queryable, contentId: number, shape: string): Promise<void> {
  await tx.query(sql`
    insert into dataset_indexes (content_id, shape) values (${contentId}, ${shape})
    on conflict do nothing`)
}
