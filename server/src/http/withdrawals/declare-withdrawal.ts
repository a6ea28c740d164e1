import { exactTimestamp } from '../../kernel/index.ts'
import { receiveDeclaration, withdrawalPageNotFound } from '../../withdrawals/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { flag, named, text, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { declareExample, receiptExample } from './examples.ts'
import { address, readMode, wrongMode } from './page-address.ts'

const entered = (lengthMax: number, description: string) =>
  Type.String({ minLength: 1, maxLength: lengthMax, pattern: '\\S', description })

export const declareWithdrawalBody = Type.Object(
  {
    name: entered(200, "The customer's name."),
    policy_number: entered(100, 'The number of the policy.'),
    email: Type.String({
      minLength: 3,
      maxLength: 254,
      pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
      description: 'The e-mail address to which the receipt goes.',
    }),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description: 'The language of the receipt; that of the product by default.',
      }),
    ),
    request_key: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 100,
        description:
          'Random characters of the sender. A request that is sent again with the same ones, and ' +
          'declares the same, gets the first receipt again.',
      }),
    ),
  },
  {
    $id: 'DeclareWithdrawal',
    description: 'A withdrawal from a contract.',
    examples: [declareExample],
  },
)

export const withdrawalReceiptSchema = Type.Object(
  {
    id: text('The withdrawal. The insurer finds it by this id.'),
    livemode: flag('True for live, false for test.'),
    received_at: timestampText('When it was received, to the millisecond.'),
    name: text('The name, as it was entered.'),
    policy_number: text('The policy number, as it was entered.'),
    email: text('The e-mail address to which the receipt goes.'),
  },
  {
    $id: 'WithdrawalReceipt',
    description:
      'What was declared and when. It is the same whether or not there is such a policy.',
    examples: [receiptExample],
  },
)

/** The call of the page on which customers withdraw. It needs no key. */
export function addDeclareWithdrawal(app: App, deps: HttpDeps): void {
  app.post(
    '/withdrawals/:productId',
    {
      config: {
        access: 'open',
        isDeclaration: true,
        refuses: [
          wrongMode,
          invalidMember('A member is missing or invalid.', {
            code: 'required',
            field: 'name',
            rules: ['required'],
          }),
          withdrawalPageNotFound,
        ],
      },
      schema: {
        operationId: 'declareWithdrawal',
        summary: 'Declare a withdrawal from a contract',
        description:
          'For customers, without a key. Every declaration is received and gets the same ' +
          'receipt, so that nobody learns from it whether there is such a policy. A background ' +
          'job withdraws from the policy of the insurer with this number, if the e-mail ' +
          'address is that of its policyholder and the law allows it on the day of receipt; ' +
          'all others wait for a person. An address can declare only so many a minute.',
        tags: ['Sales'],
        ...address,
        body: named(declareWithdrawalBody),
        response: {
          201: exampled(
            named(withdrawalReceiptSchema),
            'The withdrawal was received.',
            receiptExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, policy_number, email, language = null, request_key = null } = request.body
      const livemode = readMode(request.query.mode)
      const { id, content, receivedAt } = await receiveDeclaration(deps, {
        productId: request.params.productId,
        livemode,
        content: {
          name: name.trim(),
          policyNumber: policy_number.trim(),
          email: email.trim(),
          language,
        },
        requestKey: request_key,
      })
      return reply.code(201).send({
        id,
        livemode,
        received_at: exactTimestamp(receivedAt),
        name: content.name,
        policy_number: content.policyNumber,
        email: content.email,
      })
    },
  )
}
