import { isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import type { PostLetter } from './post-letter.ts'
import { selectPostLetter } from './post-letter-store.ts'
import { letterNotFound } from './reasons.ts'

/** A letter of this insurer, in the mode of its key and within its limits. */
export async function findPostLetter(
  db: Queryable,
  caller: Caller,
  id: string,
): Promise<PostLetter> {
  const letter = seenBy(caller, isId('ltr', id) ? await selectPostLetter(db, id) : undefined)
  if (letter === undefined) throw letterNotFound(id)
  return letter
}
