import type { Static } from 'typebox'
import { type Caller, type Permission, limitsOf } from '../../identity/index.ts'
import { assigneeUnknown, findAssignee } from '../../tasks/index.ts'
import {
  type FieldError,
  type PolicyId,
  invalidData,
  isEarlier,
  parseDay,
  todayIn,
} from '../../kernel/index.ts'
import {
  type ChangedSituation,
  type MassChange,
  actNeedsPermission,
  changedSituations,
  createMassEndorsement,
  fractionOf,
  massChangeUnclear,
  taxRateSame,
} from '../../mass-endorsements/index.ts'
import { findProduct, productNotFound } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { draftExample } from './examples.ts'
import {
  createMassEndorsementBody,
  massEndorsementSchema,
  viewMassEndorsement,
} from './mass-endorsement.ts'

const notADay = { code: 'invalid_value', field: 'effective_date', rules: ['iso_date'] } as const

/** A law is not made for later. Of cover without an end, all periods until its day are gone through. */
const yearsAheadMax = 10

export function addCreateMassEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mass_endorsements',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember(
            `A member is missing, or \`effective_date\` is no date, or more than ${yearsAheadMax} years ahead.`,
            notADay,
          ),
          taxRateSame,
          massChangeUnclear,
          actNeedsPermission,
          assigneeUnknown,
          productNotFound,
        ],
      },
      schema: {
        operationId: 'createMassEndorsement',
        summary: 'Prepare a mass endorsement',
        description:
          'Writes down one change of all policies of a product that match, in the mode of the ' +
          'key. Nothing is changed before it is previewed and started. A change of tax by law ' +
          'counts for every billing period that is due from its day on and is not charged yet: ' +
          'net premium and commission stay, tax and gross premium change. Charged periods keep ' +
          'their rate, also when they are refunded. Renewals and later endorsements of these ' +
          'policies have the new rate wherever their product version still has the old one. An ' +
          'indexation raises one answer by a percentage, or to a value, where `indexation` of the ' +
          'product version of the policy allows it, at most once within a year. A cancellation, a ' +
          'hold of dunning, a retry of the renewal and a task do with each policy once what the call ' +
          'for one policy does; they need its permission for all policies besides.',
        tags: ['Management'],
        body: named(createMassEndorsementBody),
        response: {
          201: exampled(named(massEndorsementSchema), 'The draft.', draftExample),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const caller = callerOf(request)
      const effectiveDay = parseDay(body.effective_date)
      if (effectiveDay === null) throw invalidData([notADay], null)
      const latest = todayIn('UTC', deps.clock()).add({ years: yearsAheadMax })
      if (isEarlier(latest, effectiveDay)) throw invalidData([tooLate(latest)], null)
      const product = await findProduct(deps.db, caller, body.product_id)
      const { product_version_id, distributor_id, subscription_plan_id, situations, policy_ids } =
        body.filter ?? {}
      const wanted = {
        ...(await readChange(deps, caller, body)),
        productId: product.id,
        effectiveDay,
        filter: {
          productVersionId: product_version_id ?? null,
          distributorId: distributor_id ?? null,
          planId: subscription_plan_id ?? null,
          policyIds: (policy_ids ?? null) as readonly PolicyId[] | null, // Only looked up.
          situations: (situations ?? changedSituations) as readonly ChangedSituation[], // By its schema.
        },
        reason: body.reason,
      }
      const replay = replayOf(reply, viewMassEndorsement, 201)
      const made = await createMassEndorsement(deps, caller, wanted, replay)
      return reply.code(201).send(viewMassEndorsement(made))
    },
  )
}

/** What belongs to the kind, and nothing of another. */
async function readChange(deps: HttpDeps, caller: Caller, body: Body): Promise<MassChange> {
  const { kind, tax_rate: rate, indexation, task } = body
  const given = { tax_rate: rate, indexation, task }
  const isOther = Object.entries(given).some(([of, value]) => of !== kind && value !== undefined)
  if (isOther) throw massChangeUnclear(kind)
  switch (kind) {
    case 'tax_rate':
      if (rate === undefined) throw massChangeUnclear(kind)
      return { kind, change: { from: fractionOf(rate.from), to: fractionOf(rate.to) } }
    case 'cancellation':
    case 'dunning_hold':
    case 'renewal_retry':
      assertUnlimited(caller, permissionOf[kind])
      return { kind, change: null }
    case 'task': {
      assertUnlimited(caller, 'tasks.manage')
      if (task === undefined) throw massChangeUnclear(kind)
      const assigneeId = await findAssignee(deps.db, caller, task.assignee_id ?? null)
      return { kind, change: { title: task.title, assigneeId } }
    }
    default: {
      const { answer, percent = null, to = null } = indexation ?? {}
      const isOne = (percent === null) !== (to === null)
      const isRise = percent === null || Number(percent) > 0
      if (answer === undefined || !isOne || !isRise) throw massChangeUnclear(kind)
      return { kind: 'indexation', change: { answer, percent, to } }
    }
  }
}

type Body = Static<typeof createMassEndorsementBody>

/** The permission that an act needs besides. */
const permissionOf = {
  cancellation: 'policies.cancel',
  dunning_hold: 'dunning.hold',
  renewal_retry: 'renewals.decide',
} as const

/** Acts on many policies are for those who may act on all of them. */
function assertUnlimited({ grants }: Caller, permission: Permission): void {
  if (limitsOf(grants, permission) !== null) throw actNeedsPermission(permission)
}

function tooLate(latest: Temporal.PlainDate): FieldError {
  const rule = 'before_or_equal'
  return {
    code: 'invalid_value',
    field: 'effective_date',
    rules: [rule],
    params: { [rule]: [latest.toString()] },
  }
}
