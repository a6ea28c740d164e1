import {
  changeWebhook,
  findWebhook,
  headerNotAllowed,
  urlNotAllowed,
  webhookNotFound,
} from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { changedWebhookExample } from './examples.ts'
import { assertMayReceive, wholeRecordsMasked } from './whole-records.ts'
import { changeWebhookBody, viewWebhook, webhookParams, webhookSchema } from './webhook.ts'

export function addChangeWebhook(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/webhooks/:webhookId',
    {
      config: {
        access: 'shared',
        refuses: [
          invalidMember('A member of the body is invalid.', {
            code: 'invalid_value',
            field: 'status',
            rules: ['in'],
            params: { in: ['enabled', 'disabled'] },
          }),
          urlNotAllowed,
          headerNotAllowed,
          webhookNotFound,
          wholeRecordsMasked,
        ],
      },
      schema: {
        operationId: 'changeWebhook',
        summary: 'Change a webhook',
        description:
          'Omitted members stay unchanged. An endpoint that is enabled again receives the ' +
          'events that it missed, from where it stopped.',
        tags: ['Management'],
        params: webhookParams,
        body: named(changeWebhookBody),
        response: {
          200: exampled(named(webhookSchema), 'The webhook.', changedWebhookExample),
        },
      },
    },
    async (request, reply) => {
      const { url, description, events, payload, legacy_headers, status } = request.body
      const change = {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events === undefined ? {} : { eventTypes: events }),
        ...(payload === undefined
          ? {}
          : ({ payload: payload === 'full' ? 'full' : 'thin' } as const)),
        ...(legacy_headers === undefined ? {} : { legacyHeaders: legacy_headers }),
        ...(status === undefined
          ? {}
          : ({ state: status === 'enabled' ? 'enabled' : 'disabled' } as const)),
      }
      const { webhookId } = request.params
      const caller = callerOf(request)
      if (isMaskedFor(caller)) {
        const { payload: now } = await findWebhook(deps.db, caller, webhookId)
        assertMayReceive(caller, change.payload ?? now)
      }
      const replay = replayOf(reply, viewWebhook)
      return viewWebhook(await changeWebhook(deps, caller, webhookId, change, replay))
    },
  )
}
