import { Type } from '../wire/type.ts'
import { findLead, leadNotFound } from '../../leads/index.ts'
import { selectPoliciesOfLeads } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import { readsCookies } from '../access/person.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { leadSchema, viewLead } from './lead.ts'
import { named, pathId } from '../wire/schema.ts'

export function addShowLead(app: App, deps: HttpDeps): void {
  app.get(
    '/leads/:leadId',
    {
      config: { access: 'key', version: 2, refuses: [leadNotFound] },
      schema: {
        operationId: 'showLead',
        summary: 'View a lead',
        description:
          'Use a secret key, or a public key with the token of the lead in the header ' +
          '`Lead-Token`.',
        tags: ['Sales'],
        params: Type.Object({ leadId: pathId('The lead.', ids.lead) }),
        headers: Type.Object({
          'lead-token': Type.Optional(
            Type.String({
              description: 'The token of the lead; not needed with a secret key.',
              examples: [ids.leadToken],
            }),
          ),
        }),
        response: { 200: named(leadSchema) },
      },
    },
    async (request) => {
      const { leadId: id } = request.params
      const token = request.headers['lead-token'] ?? null
      const lead = await findLead(deps, callerOf(request), { id, token })
      const sold = await selectPoliciesOfLeads(deps.db, [lead])
      const shown = viewLead(lead, sold.get(lead.id) ?? null, deps.links)
      if (!readsCookies(request.routeOptions.url)) return shown
      const acts = { reveal: ['revealLeadField', null] } as const
      return { ...shown, allowed: viewAllowed(request, acts) }
    },
  )
}
