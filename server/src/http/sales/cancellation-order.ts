import {
  alreadyCancelled,
  modificationInProgress,
  notPaid,
  policyExpired,
  policyNotFound,
  staleVersion,
  terminationAfterEnd,
  terminationBeforeStart,
  terminationIsNoDate,
} from '../../policies/index.ts'
import { ifMatchMissing } from './reasons.ts'

/** The version that a client last saw of what it wants to change; it must say which. */
export function readIfMatch(header: string | undefined): string {
  const value = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1') ?? ''
  if (value !== '') return value
  throw ifMatchMissing()
}

/** Why a cancellation is refused, be it ordered or only looked at. */
export const cancellationReasons = [
  policyNotFound,
  ifMatchMissing,
  terminationIsNoDate,
  terminationBeforeStart,
  terminationAfterEnd,
  notPaid,
  modificationInProgress,
  staleVersion,
  alreadyCancelled,
  policyExpired,
]
