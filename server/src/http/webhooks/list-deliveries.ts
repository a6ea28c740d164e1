import { Type } from '../wire/type.ts'
import {
  deliveryStates,
  findWebhook,
  searchDeliveries,
  webhookNotFound,
} from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { deliveryExample } from './examples.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { wrongParameter } from '../query/reasons.ts'
import { deliverySchema, viewDelivery, webhookParams } from './webhook.ts'

const aState = `one of ${deliveryStates.join(', ')}`

export function addListDeliveries(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/webhooks/:webhookId/deliveries',
    {
      config: {
        access: 'shared',
        refuses: [
          ...pageErrors,
          wrongParameter.listed({
            label: 'unknown_status',
            when: 'The status is unknown.',
            example: ['status', aState],
          }),
          webhookNotFound,
        ],
      },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description:
          'The deliveries of an endpoint with their attempts, newest events first. ' +
          'Successful deliveries are listed for a week, parked ones for ninety days. The ' +
          'header `Link` has the next and previous page.',
        tags: ['Management'],
        params: webhookParams,
        querystring: Type.Object({
          ...pageParameters,
          status: Type.Optional(Type.String({ description: `In this status: ${aState}.` })),
          event_id: Type.Optional(Type.String({ description: 'Of this event.' })),
        }),
        response: { 200: pageOf(deliverySchema, 'A page of deliveries.', [deliveryExample]) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const state = readState(request.query.status)
      const { webhookId } = request.params
      const { id } = await findWebhook(deps.db, callerOf(request), webhookId)
      const search = { webhookId: id, state, eventId: request.query.event_id ?? null }
      const found = await searchDeliveries(deps.db, search, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewDelivery)
    },
  )
}

function readState(text: string | undefined) {
  if (text === undefined) return null
  const state = deliveryStates.find((one) => one === text)
  if (state === undefined) throw wrongParameter('status', aState)
  return state
}
