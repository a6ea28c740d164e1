import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { KeyedJob, Tasks } from '../jobs/index.ts'

/** The news that documents are due, under a key of its own: they are made once, whoever asks. */
export function documentsDue(
  policyId: PolicyId,
  versionId: PolicyVersionId,
  occasion: Tasks['make_documents']['occasion'],
): KeyedJob<'make_documents'> {
  return {
    key: `documents ${versionId} ${occasion}`,
    payload: { policyId, versionId, occasion },
  }
}
