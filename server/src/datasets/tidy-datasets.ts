import type { Database } from '../database/index.ts'
import { dropContent, selectRetiredContents } from './content-store.ts'

/** Drops the contents that imports have replaced, once nobody can still be reading them. */
export async function tidyDatasets(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of await selectRetiredContents(tx)) await dropContent(tx, id)
  })
}
