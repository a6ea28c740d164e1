import type { Static } from 'typebox'
import {
  type ReceivedReport,
  noDeliveryReport,
  receiveReport,
  returnAddressExpired,
  returnAddressUnknown,
} from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import { uploadTooLarge } from '../../body/reasons.ts'
import { addUploads, assertFits, bytesOf } from '../../body/upload.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { tooLongParameter } from '../../query/reasons.ts'
import { wrongMediaType } from '../../reasons.ts'
import { named, oneOf, text } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { deliveryReportExample, receivedReportExample } from './examples.ts'

const reportBytesMax = 1024 * 1024
const recipientCharactersMax = 320
const mediaTypes = ['message/rfc822', 'text/plain'] as const

export const receivedReportSchema = Type.Object(
  {
    mail_id: text('The mail that it is about.'),
    outcome: oneOf(
      ['delivered', 'bounced', 'temporary', 'accepted'],
      '`delivered`: the server of the recipient has put it into the mailbox. `bounced`: it came ' +
        'back. `temporary`: a server tries again. `accepted`: another server has taken it.',
    ),
    status: text('The status code (RFC 3463), such as `5.1.1`.'),
  },
  {
    $id: 'ReceivedReport',
    description: 'What a report says about a mail.',
    examples: [receivedReportExample],
  },
)

const body = {
  schema: { type: 'string', description: 'The whole message, with its headers.' },
  example: deliveryReportExample,
}

export function addReceiveDeliveryReport(app: App, deps: HttpDeps): void {
  addUploads(app, mediaTypes, (scope) => {
    scope.post(
      '/manage/delivery_reports',
      {
        config: {
          access: 'manage',
          isRepeatable: true,
          bodies: Object.fromEntries(mediaTypes.map((type) => [type, body])),
          refuses: [
            tooLongParameter('recipient', recipientCharactersMax),
            uploadTooLarge.listed({ example: [reportBytesMax / 1024 / 1024] }),
            wrongMediaType.listed({
              when: `The Content-Type is not ${mediaTypes.join(' or ')}.`,
            }),
            noDeliveryReport,
            returnAddressUnknown,
            returnAddressExpired,
          ],
        },
        schema: {
          operationId: 'receiveDeliveryReport',
          summary: 'Take in a delivery report',
          description:
            'A report about the delivery of a mail (RFC 3464), as it arrived at the return ' +
            'address of the mail: your mailbox or relay forwards it. What it says stands in the ' +
            'replies of the mail. A report about a mailbox that does not exist suppresses the ' +
            'address. At most 1 MiB. Repeating it changes nothing, so there is no ' +
            'Idempotency-Key.',
          tags: ['Management'],
          querystring: Type.Object({
            recipient: Type.Optional(
              Type.String({
                maxLength: recipientCharactersMax,
                description:
                  'The address at which it arrived, if its headers `To`, `Delivered-To`, ' +
                  '`X-Original-To` and `Envelope-To` do not have it.',
              }),
            ),
          }),
          response: { 200: named(receivedReportSchema) },
        },
      },
      async (request) => {
        assertFits(request, reportBytesMax)
        if (request.headers['content-type'] === undefined) throw noDeliveryReport()
        const chunks: Uint8Array[] = []
        for await (const chunk of bytesOf(request, reportBytesMax)) chunks.push(chunk)
        const { recipient = null } = request.query
        const message = Buffer.concat(chunks)
        return viewReceived(await receiveReport(deps, callerOf(request), { message, recipient }))
      },
    )
  })
}

function viewReceived({
  mail,
  outcome,
  status,
}: ReceivedReport): Static<typeof receivedReportSchema> {
  return { mail_id: mail.id, outcome, status }
}
