import { type PolicyVersionId, Refusal, mintId } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { brokenConstraint } from '../../database/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import { recordEvents } from '../../events/index.ts'
import { enqueue } from '../../jobs/index.ts'
import {
  findPolicy,
  insertContents,
  insertProcessingVersion,
  lockPolicies,
} from '../../policies/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { laterDayUnpriced, modificationInProgress, previewOutdated } from '../reasons.ts'
import { requestedKindOf } from '../registry.ts'
import type { BindingRequest, Decide } from '../request.ts'
import {
  type PreviewPromise,
  assertAbout,
  openPreviewToken,
  sumsOf,
  transactionDigest,
} from './preview-token.ts'
import { type PreviewDeps, previewTransaction } from './preview-transaction.ts'

export interface AcceptDeps extends PreviewDeps {
  readonly keyRing: KeyRing
}

const oneInProgress = 'policy_versions_one_in_progress'

/**
 * Accepts a policy transaction: the policy is locked, the transaction decided on what the policy is
 * then, and a version written that is processing. A job assembles it; its id is returned at once.
 */
export async function acceptTransaction(
  deps: AcceptDeps,
  request: BindingRequest,
  decide: Decide,
  replay: ReplayWriter<PolicyVersionId> | null,
): Promise<PolicyVersionId> {
  const promise = await promiseFor(deps, request, decide)
  try {
    return await deps.db.transactionOn(request.policyId, async (tx) => {
      await lockPolicies(tx, [request.policyId])
      const policy = await findPolicy(tx, request.caller, request.policyId, deps.clock())
      const moment = await momentOfTransaction(tx, deps.clock, policy)
      const { now } = moment
      const decided = decide(policy, now)
      if (promise !== null) assertAbout(promise, policy, transactionDigest(decided), now)
      const { contents = [], audited, ...details } = decided
      const id = mintId('tpv', moment)
      if (contents.length > 0) await insertContents(tx, contents)
      await insertProcessingVersion(tx, {
        ...details,
        id,
        policyId: policy.id,
        basedOn: policy.versionId,
        requestedBy: request.caller.account.id,
        createdAt: now,
      })
      const { requested: type } = requestedKindOf(details.kind).events
      await Promise.all([
        recordEvents(tx, [{ type, about: policy, data: { version_id: id } }], moment),
        recordAudit(
          tx,
          request.caller,
          {
            action: type,
            accountId: policy.insurerId,
            livemode: policy.livemode,
            subjectId: policy.id,
            before: { version_id: policy.versionId, status: policy.status },
            after: { version_id: id, ...audited, ...(promise !== null && { is_previewed: true }) },
          },
          moment,
        ),
        enqueue(tx, 'assemble_transaction', {
          policyId: policy.id,
          versionId: id,
          ...(promise !== null && { promised: promise.sums }),
        }),
        completeReservation(tx, replay, id),
      ])
      return id
    })
  } catch (error) {
    if (brokenConstraint(error) === oneInProgress) throw modificationInProgress(request.policyId)
    throw error
  }
}

/**
 * The promise of a preview, which the transaction still meets; null where it names no preview. Checked
 * before the policy is locked, since a rater may be asked: the job that carries it out checks again.
 */
async function promiseFor(
  deps: AcceptDeps,
  request: BindingRequest,
  decide: Decide,
): Promise<PreviewPromise | null> {
  if (request.previewToken === null) return null
  const unpriced = (error: unknown) => {
    const isUnpriced = error instanceof Refusal && error.details.code === laterDayUnpriced.code
    throw isUnpriced ? previewOutdated(request.policyId) : error
  }
  const previewed = await previewTransaction(deps, request, decide).catch(unpriced)
  const promise = openPreviewToken(deps.keyRing, request.previewToken)
  const { policy, decided, moment, outcome } = previewed
  assertAbout(promise, policy, transactionDigest(decided), moment.now)
  if (promise.sums !== sumsOf(outcome)) throw previewOutdated(request.policyId)
  return promise
}
