import type { Queryable } from './database.ts'

/** Does something that may fail within a transaction: what it did is then undone, and the rest stays. */
export async function inSavepoint<Result>(
  tx: Queryable,
  work: () => Promise<Result>,
): Promise<Result> {
  await tx.query({ name: '', text: 'savepoint before_work', values: [] })
  try {
    return await work()
  } catch (error) {
    await tx.query({ name: '', text: 'rollback to before_work', values: [] })
    throw error
  }
}
