import type { IntegrationId, ItemId, JsonObject } from '../../kernel/index.ts'
import { type SavedLead, leadTooLarge, saveLead } from '../../leads/index.ts'
import {
  integrationNotFound,
  integrationNotPublished,
  itemNotFound,
  productNotPublished,
} from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { missingMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { createLeadBody, createdLeadSchema, viewCreatedLead } from './lead.ts'
import { named } from '../wire/schema.ts'

export function addCreateLead(app: App, deps: HttpDeps): void {
  const view = (saved: SavedLead) => viewCreatedLead(saved, deps.links)
  app.post(
    '/leads',
    {
      config: {
        access: 'key',
        version: 2,
        refuses: [
          missingMember('item_id'),
          leadTooLarge,
          integrationNotFound,
          itemNotFound,
          productNotPublished,
          integrationNotPublished,
        ],
      },
      schema: {
        operationId: 'createLead',
        summary: 'Save a lead to continue later',
        description:
          'Stores the data that a customer has entered so far, without validation, for as ' +
          'long as a quote of the product is valid; then the data is deleted. Send the ' +
          '`id` as `sales_lead_id` of the offer.',
        tags: ['Sales'],
        body: named(createLeadBody),
        response: { 200: named(createdLeadSchema) },
      },
    },
    async (request, reply) => {
      const { body } = request
      const lead = {
        caller: callerOf(request),
        itemId: body.item_id as ItemId, // Looked up, and found or not.
        integrationId: body.touchpoint_id as IntegrationId, // Likewise.
        content: {
          firstName: body.first_name ?? null,
          lastName: body.last_name ?? null,
          email: body.email ?? null,
          language: body.language ?? null,
          data: (body.data ?? {}) as JsonObject, // The parser gave JSON and the schema an object.
          quoteToken: body.quote_token ?? null,
        },
      }
      return view(await saveLead(deps, lead, replayOf(reply, view)))
    },
  )
}
