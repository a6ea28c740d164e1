import type { VersionDocuments } from '../jobs/index.ts'
import type { PolicyVersion, VersionKind } from '../policies/index.ts'
import type {
  KindDefinition,
  RequestedKindDefinition,
  TransactionKind,
  TransactionVersion,
} from './kind.ts'
import { adjustment } from './kinds/adjustment/adjustment.ts'
import { cancellation } from './kinds/cancellation.ts'
import { endMove } from './kinds/end-move.ts'
import { endorsement } from './kinds/endorsement/endorsement.ts'
import { lapse } from './kinds/lapse.ts'
import { reinstatement } from './kinds/reinstatement.ts'
import { renewal } from './kinds/renewal.ts'
import { revival } from './kinds/revival.ts'
import { resumption, suspension } from './kinds/suspension.ts'
import { taxChange } from './kinds/tax-change.ts'
import { withdrawal } from './kinds/withdrawal/withdrawal.ts'
import type { RequestedKind } from './request.ts'

/** Every kind of transaction that a person requests. */
const requestedKinds: { readonly [Kind in RequestedKind]: RequestedKindDefinition<Kind> } = {
  endorsement,
  adjustment,
  cancellation,
  end_move: endMove,
  withdrawal,
  reinstatement,
}

/** Every kind of policy transaction: one that is missing here does not compile. */
const kinds: { readonly [Kind in TransactionKind]: KindDefinition<Kind> } = {
  ...requestedKinds,
  renewal,
  lapse,
  suspension,
  resumption,
  revival,
  tax_change: taxChange,
}

/** The kinds of versions, by which clients know them. */
export const versionKinds = ['offer', ...Object.keys(kinds)] as VersionKind[] // The record has no others.

export function kindOf(kind: TransactionKind): KindDefinition<TransactionKind> {
  // A definition is only ever handed versions of its own kind: those it was looked up with.
  return kinds[kind] as KindDefinition<TransactionKind>
}

export function requestedKindOf(kind: RequestedKind): RequestedKindDefinition<RequestedKind> {
  return requestedKinds[kind] as RequestedKindDefinition<RequestedKind> // As above.
}

export function isTransaction(version: PolicyVersion): version is TransactionVersion {
  return version.kind !== 'offer'
}

export function isRequested<Version extends PolicyVersion>(
  version: Version,
): version is Version & { readonly kind: RequestedKind } {
  return Object.hasOwn(requestedKinds, version.kind)
}

/** What the documents of a version are made for, the main one first; those of an offer once it is paid. */
export function occasionsOf(kind: VersionKind): readonly VersionDocuments['occasion'][] {
  return kind === 'offer' ? ['policy'] : kinds[kind].documents
}
