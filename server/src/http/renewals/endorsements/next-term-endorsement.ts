import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import {
  type RecordedNextTerm,
  nextTermEndorsementStates,
  refusalOfRevocation,
  voidReasons,
} from '../../../renewals/index.ts'
import { allowed, viewAllowed } from '../../access/allowed.ts'
import { dataOfProduct, maskedMember } from '../../wire/personal.ts'
import {
  named,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../../wire/schema.ts'
import { timestampOf } from '../../wire/timestamp.ts'
import { Type } from '../../wire/type.ts'
import { retryRenewalBody } from '../renewal.ts'
import {
  endorseNextTermExample,
  nextTermEndorsementExample,
  nextTermEndorsementsExample,
} from './examples.ts'

export const endorseNextTermBody = Type.Object(retryRenewalBody.properties, {
  $id: 'EndorseNextTerm',
  description:
    'What changes with the next term: answers that `quote_patch` lists, and policy data that ' +
    '`policy_patch` lists.',
  examples: [endorseNextTermExample],
})

export const nextTermEndorsementSchema = Type.Object(
  {
    id: text('The endorsement.'),
    policy_id: text('The policy.'),
    product_version_id: text('The product version of the policy.'),
    integration_id: text('The integration that sold the policy.'),
    state: oneOf(
      nextTermEndorsementStates,
      '`pending`: the next term has not begun. `applied`: the policy has the next term, with the ' +
        'endorsement. `revoked`: somebody took it back. `voided`: the next term does not come, or ' +
        'not with the endorsement.',
    ),
    effective_date: text('The first day of the next term.'),
    answers: dataOfProduct('The new answers.'),
    data: dataOfProduct('The new policy data.'),
    recorded_by: text('The account that recorded it.'),
    recorded_at: timestampText('When it was recorded.'),
    ended_at: timestampOrNull('When it was applied, revoked or voided.'),
    void_reason: textOrNull(`Why it is void: ${voidReasons.join(', ')}; otherwise null.`),
    allowed: allowed('revoke'),
    masked: maskedMember,
  },
  {
    $id: 'NextTermEndorsement',
    description: 'An endorsement that takes effect with the next term.',
    examples: [nextTermEndorsementExample],
  },
)

export const nextTermEndorsementsSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    endorsements: Type.Array(named(nextTermEndorsementSchema), {
      description:
        'In the order in which they were recorded. Where two of them set the same field, the ' +
        'later one counts.',
    }),
    allowed: allowed('record'),
  },
  {
    $id: 'NextTermEndorsements',
    description: 'The endorsements of the next terms of a policy.',
    examples: [nextTermEndorsementsExample],
  },
)

export function viewNextTermEndorsement(
  request: FastifyRequest,
  { policy, endorsement }: RecordedNextTerm,
): Static<typeof nextTermEndorsementSchema> {
  return {
    id: endorsement.id,
    policy_id: policy.id,
    product_version_id: policy.productVersionId,
    integration_id: policy.integrationId,
    state: endorsement.state,
    effective_date: endorsement.firstDay.toString(),
    answers: endorsement.answers,
    data: endorsement.data,
    recorded_by: endorsement.recordedBy,
    recorded_at: timestamp(endorsement.recordedAt),
    ended_at: timestampOf(endorsement.endedAt),
    void_reason: endorsement.voidReason,
    allowed: viewAllowed(
      request,
      { revoke: ['revokeNextTermEndorsement', refusalOfRevocation(endorsement)] },
      policy,
    ),
  }
}
