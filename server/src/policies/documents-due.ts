import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { KeyedJob, VersionDocuments } from '../jobs/index.ts'
import type { PolicyVersion } from './policy-version.ts'

type Occasion = VersionDocuments['occasion']

/** What the documents of a version are made for, the main one first; those of an offer once it is paid. */
export const occasionsOf: Readonly<Record<PolicyVersion['kind'], readonly Occasion[]>> = {
  offer: ['policy'],
  change: ['policy', 'change'],
  renewal: ['policy'],
  cancellation: ['cancellation'],
  // The letter about it tells of it.
  lapse: [],
  suspension: [],
  resumption: [],
  reinstatement: ['policy', 'reinstatement'],
}

/** The news that documents are due, under a key of its own: they are made once, whoever asks. */
export function documentsDue(
  policyId: PolicyId,
  versionId: PolicyVersionId,
  occasion: Occasion,
): KeyedJob<'make_documents'> {
  return {
    key: `documents ${versionId} ${occasion}`,
    payload: { policyId, versionId, occasion },
  }
}

/** All documents of an order that has become active. */
export function documentsOf({
  policyId,
  id,
  kind,
}: Pick<PolicyVersion, 'policyId' | 'id' | 'kind'>): KeyedJob<'make_documents'>[] {
  return occasionsOf[kind].map((occasion) => documentsDue(policyId, id, occasion))
}
