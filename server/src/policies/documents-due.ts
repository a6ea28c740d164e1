import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { KeyedJob, VersionDocuments } from '../jobs/index.ts'

/** The job that makes documents, under its own key: they are made once, however often requested. */
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
