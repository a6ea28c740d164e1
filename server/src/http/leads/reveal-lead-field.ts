import { findLead, leadNotFound } from '../../leads/index.ts'
import { nothingMarked } from '../../masks/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { maskRecord } from '../masks/mask-answers.ts'
import { addReveal } from '../reveal/add-reveal.ts'
import { revealedLeadFieldExample } from '../reveal/examples.ts'
import { revealLeadFieldBody } from '../reveal/reveal.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { leadSchema, viewLead } from './lead.ts'

export function addRevealLeadField(app: App, deps: HttpDeps): void {
  addReveal(app, deps, {
    name: 'lead',
    path: 'leads',
    operationId: 'revealLeadField',
    param: 'leadId',
    id: pathId('The lead.', ids.lead),
    body: revealLeadFieldBody,
    revealed: revealedLeadFieldExample,
    mistake: ['emial', 'Did you mean email?'],
    unknown: leadNotFound,
    readBy: 'leads.read',
    neverRevealed: { places: /^quote_token$/, says: 'The token of the quote cannot be revealed.' },
    async find(server, reader, id) {
      const lead = await findLead(deps, reader, { id, token: null })
      const whole = viewLead(lead, null, deps.links)
      const { masked = [] } = maskRecord(server, leadSchema, whole, () => nothingMarked)
      return { record: lead, whole, masked }
    },
  })
}
