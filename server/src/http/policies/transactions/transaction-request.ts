import { type PolicyId, type PolicyVersionId, isId } from '../../../kernel/index.ts'
import { policyNotFound } from '../../../policies/index.ts'
import {
  modificationInProgress,
  notAPreviewToken,
  previewExpired,
  previewOfDifferentTransaction,
  previewOfOlder,
  previewOutdated,
  previewTokenUnknown,
  staleVersion,
} from '../../../policy-transactions/index.ts'
import type { Links } from '../../links.ts'
import { ifMatchMissing } from './reasons.ts'

/** Why any policy transaction may be refused. */
export const transactionReasons = [
  policyNotFound,
  ifMatchMissing,
  modificationInProgress,
  staleVersion,
]

/** Why a transaction that names a preview may be refused. */
export const promiseReasons = [
  notAPreviewToken,
  previewTokenUnknown,
  previewOfDifferentTransaction,
  previewOfOlder,
  previewExpired,
  previewOutdated,
]

/** A text that is not the id of a policy finds no policy. */
export function readPolicyId(text: string): PolicyId {
  if (!isId('tpol', text)) throw policyNotFound(text)
  return text
}

/** The version of the policy that the client last saw; required. */
export function readIfMatch(header: string | undefined): string {
  const value = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1') ?? ''
  if (value !== '') return value
  throw ifMatchMissing()
}

/** The response to an accepted transaction, which is also stored for repeated requests. */
export function acceptedTransaction(policyId: PolicyId, to: Links) {
  return (versionId: PolicyVersionId) => ({
    policy_id: policyId,
    _links: { status: to.versionStatus(policyId, versionId) },
  })
}
