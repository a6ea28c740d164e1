import type { Queryable } from './database.ts'

/** Runs work that may fail within a transaction: a failure undoes this work only. */
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
