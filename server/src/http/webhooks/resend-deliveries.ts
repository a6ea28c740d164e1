import type { Static } from 'typebox'
import { isId } from '../../kernel/index.ts'
import {
  type Resend,
  eventNotFound,
  resendDeliveries,
  resendOneThing,
  webhookNotFound,
} from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { resentExample } from './examples.ts'
import { readMoment } from '../body/read-moment.ts'
import { notAMoment } from '../body/reasons.ts'
import { resendBody, resentSchema, viewResent, webhookParams } from './webhook.ts'

export function addResendDeliveries(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/webhooks/:webhookId/resend',
    {
      config: {
        access: 'shared',
        refuses: [
          invalidMember('A member of the body is invalid.', {
            code: 'invalid_value',
            field: 'failed',
            rules: ['boolean'],
          }),
          resendOneThing,
          notAMoment.listed({ example: ['from'] }),
          eventNotFound,
          webhookNotFound,
        ],
      },
      schema: {
        operationId: 'resendDeliveries',
        summary: 'Send events again',
        description:
          'Sends again one event, all deliveries that have not succeeded, or all events of ' +
          'a time range that the webhook selects, including events from before it was ' +
          'created. Each delivery gets all its attempts again.',
        tags: ['Management'],
        params: webhookParams,
        body: named(resendBody),
        response: {
          202: exampled(named(resentSchema), 'The events are queued.', resentExample),
        },
      },
    },
    async (request, reply) => {
      const resend = readResend(request.body)
      const { webhookId } = request.params
      const replay = replayOf(reply, viewResent, 202)
      const resent = await resendDeliveries(deps, callerOf(request), webhookId, resend, replay)
      return reply.code(202).send(viewResent(resent))
    },
  )
}

function readResend(body: Static<typeof resendBody>): Resend {
  const { event_id: eventId, failed, from, until } = body
  const given = [eventId, failed, from ?? until].filter((one) => one !== undefined)
  if (given.length !== 1) throw resendOneThing()
  if (eventId !== undefined) {
    if (!isId('evt', eventId)) throw eventNotFound(eventId)
    return { eventId }
  }
  if (failed === true) return { failed }
  if (from === undefined || until === undefined) throw resendOneThing()
  return { from: readMoment('from', from), until: readMoment('until', until) }
}
