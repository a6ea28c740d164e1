import type { PolicyVersionId } from '../kernel/index.ts'
import type { RedeemDeps } from '../quotes/index.ts'
import type { ReplayWriter } from '../idempotency/index.ts'
import { type AdjustmentRequest, adjustmentBy } from './kinds/adjustment/decide-adjustment.ts'
import { type CancellationRequest, cancellationBy } from './kinds/cancellation.ts'
import { type EndMoveRequest, endMoveBy } from './kinds/end-move.ts'
import { type EndorsementRequest, endorsementBy } from './kinds/endorsement/decide-endorsement.ts'
import { type ReinstatementRequest, reinstatementBy } from './kinds/reinstatement.ts'
import { type WithdrawalRequest, withdrawalBy } from './kinds/withdrawal/decide-withdrawal.ts'
import { type AcceptDeps, acceptTransaction } from './pipeline/accept-transaction.ts'
import type { BindingRequest } from './request.ts'

/** Each accepts the transaction. A job assembles the new version; its id is returned at once. */
export async function endorsePolicy(
  deps: RedeemDeps & AcceptDeps,
  request: EndorsementRequest & BindingRequest,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptTransaction(deps, request, await endorsementBy(deps, request), replay)
}

export async function adjustPremium(
  deps: RedeemDeps & AcceptDeps,
  request: AdjustmentRequest & BindingRequest,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptTransaction(deps, request, await adjustmentBy(deps, request), replay)
}

export async function cancelPolicy(
  deps: AcceptDeps,
  request: CancellationRequest & BindingRequest,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptTransaction(deps, request, await cancellationBy(deps, request), replay)
}

export async function moveEnd(
  deps: AcceptDeps,
  request: EndMoveRequest & BindingRequest,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptTransaction(deps, request, await endMoveBy(deps, request), replay)
}

export async function withdrawPolicy(
  deps: AcceptDeps,
  request: WithdrawalRequest & BindingRequest,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptTransaction(deps, request, await withdrawalBy(deps, request), replay)
}

export async function reinstatePolicy(
  deps: AcceptDeps,
  request: ReinstatementRequest & BindingRequest,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  return acceptTransaction(deps, request, await reinstatementBy(deps, request), replay)
}
