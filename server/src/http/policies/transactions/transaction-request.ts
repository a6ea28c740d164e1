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

/** Why any order of a policy may be refused. */
export const transactionReasons = [
  policyNotFound,
  ifMatchMissing,
  modificationInProgress,
  staleVersion,
]

/** Why an order that names a preview may be refused. */
export const promiseReasons = [
  notAPreviewToken,
  previewTokenUnknown,
  previewOfDifferentTransaction,
  previewOfOlder,
  previewExpired,
  previewOutdated,
]

/** What is no id of a policy leads nowhere. */
export function readPolicyId(text: string): PolicyId {
  if (!isId('tpol', text)) throw policyNotFound(text)
  return text
}

/** The version that a client last saw of what it wants to change; it must say which. */
export function readIfMatch(header: string | undefined): string {
  const value = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1') ?? ''
  if (value !== '') return value
  throw ifMatchMissing()
}

/** The answer to an order that was accepted, and is kept for whoever repeats the request. */
export function acceptedTransaction(policyId: PolicyId, to: Links) {
  return (versionId: PolicyVersionId) => ({
    policy_id: policyId,
    _links: { status: to.versionStatus(policyId, versionId) },
  })
}
