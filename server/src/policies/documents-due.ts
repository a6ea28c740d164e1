import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { KeyedJob, VersionDocuments } from '../jobs/index.ts'

/** The job that makes documents, under a key of its own: they are made once, whoever asks. */
export function documentsDue(
  policyId: PolicyId,
  versionId: PolicyVersionId,
  occasion: VersionDocuments['occasion'],
): KeyedJob<'make_documents'> {
  return {
    key: `documents ${versionId} ${occasion}`,
    payload: { policyId, versionId, occasion },
  }
}
