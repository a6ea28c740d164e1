import { approvalStatuses } from '../../approvals/index.ts'
import { actKinds } from '../../identity/index.ts'
import { allowed } from '../access/allowed.ts'
import {
  anyObject,
  flag,
  oneOf,
  orNull,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { personal } from '../wire/personal.ts'
import { Type } from '../wire/type.ts'
import {
  approvalExample,
  approvalIds,
  approveExample,
  declineExample,
  plainApprovalExample,
  requestApprovalExample,
} from './examples.ts'

const textLengthMax = 500
const pathLengthMax = 1_000

export const approvalParams = Type.Object({
  approvalId: pathId('The request for approval.', approvalIds.approval),
})

const words = (description: string) =>
  Type.String({ minLength: 1, maxLength: textLengthMax, pattern: '\\S', description })

export const requestApprovalBody = Type.Object(
  {
    method: Type.Unsafe<string>(oneOf(['POST', 'PATCH', 'DELETE', 'PUT'], 'Of the call.')),
    path: Type.String({
      minLength: 1,
      maxLength: pathLengthMax,
      // Nothing that is read in another way than it is shown: no dots, no escapes.
      pattern: '^/manage/[\\w/-]+([?][\\w=&-]*)?$',
      description: 'Of the call, with its query.',
    }),
    body: Type.Optional(anyObject('The body of the call, if it has one.')),
    reason: words('Why it is wanted, for the person who decides. Do not include personal data.'),
  },
  { $id: 'RequestApproval', examples: [requestApprovalExample] },
)

export const approveBody = Type.Object(
  { comment: Type.Optional(words('For the audit log. Do not include personal data.')) },
  { $id: 'ApproveRequest', examples: [approveExample] },
)

export const declineBody = Type.Object(
  { comment: words('Why, for the person who made the request. Do not include personal data.') },
  { $id: 'DeclineRequest', examples: [declineExample] },
)

const person = (description: string) =>
  Type.Object({ user_id: text('The person.'), name: textOrNull('The name.') }, { description })

const approvalFields = {
  id: text('The request.'),
  livemode: flag('The mode that it was made in. Acts of both modes are listed in both.'),
  status: oneOf(
    approvalStatuses,
    '`approved`: the act is done. A request that nobody decides about in time is `expired`.',
  ),
  act: oneOf(Object.keys(actKinds), 'What the act is.'),
  call: text('The operationId of the call.'),
  method: text('The method of the call.'),
  path: text('The path of the call, with its query.'),
  body: Type.Unsafe<object | null>({
    ...anyObject('The body of the call, without secrets; null if it has none, or is decided.'),
    type: ['object', 'null'],
    properties: {
      iban: personal(Type.String({ description: 'Of payouts: where the money goes.' })),
      holder: personal(Type.String({ description: 'Of payouts: whose account it is.' })),
    },
  }),
  subject_id: text('What the act is about: for an invitation, the account.'),
  amount: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The amount that the act is about, in whole minor units; null if there is none.',
  }),
  currency: textOrNull('ISO 4217, in lower case; null without an amount.'),
  reason: text('Why it was requested.'),
  requested_by: person('Who made the request.'),
  created_at: timestampText('When it was made.'),
  expires_at: timestampText('Until when it can be decided.'),
  decided_by: orNull(
    person(''),
    'Who approved, declined or withdrew it; null before, and if it has expired.',
  ),
  decided_at: timestampOrNull('When it was decided, was withdrawn or expired; null before.'),
  comment: textOrNull('What the person said who decided.'),
}

export const approvalSchema = Type.Object(approvalFields, {
  $id: 'Approval',
  description: 'An act that waits for a second person, or has found one.',
  examples: [plainApprovalExample],
})
export const approvalDetailsSchema = Type.Object(
  { ...approvalFields, allowed: allowed('approve', 'decline', 'withdraw') },
  {
    $id: 'ApprovalDetails',
    description: 'A request for approval, and what the caller may do with it.',
    examples: [approvalExample],
  },
)
export const approvedSchema = Type.Object(
  {
    ...approvalFields,
    result: Type.Optional(
      anyObject(
        'What the call has answered. It is shown only once: a repeated request returns none.',
      ),
    ),
  },
  { $id: 'Approved', description: 'A request that was approved and carried out.' },
)
