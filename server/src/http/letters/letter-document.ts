import { type PolicyDocument, documentsOfSubject } from '../../documents/index.ts'
import type { Caller } from '../../identity/index.ts'
import { isId } from '../../kernel/index.ts'
import { findPolicy } from '../../policies/index.ts'
import type { PostLetter } from '../../post/index.ts'
import type { HttpDeps } from '../deps.ts'

/** What is printed of a letter for the post; undefined where its product has nothing to print. */
export async function letterDocument(
  deps: HttpDeps,
  caller: Caller,
  { subjectId, policyId }: PostLetter,
): Promise<PolicyDocument | undefined> {
  const policy = await findPolicy(deps.db, caller, policyId, deps.clock())
  const [document] = isId('dnl', subjectId) ? await documentsOfSubject(deps, policy, subjectId) : []
  return document
}
