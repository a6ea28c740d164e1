import type { Client, Lead } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { describeLead } from '../../output/leads.ts'

interface Options {
  readonly link?: string
}

export function addLeadsShow(leads: Command): void {
  addCommand(leads, 'show <lead-id>', {
    summary: 'Show a lead with its answers',
    details:
      "The customer's own link cannot be shown, because only a hash of its token is stored. --link saves the answers again and prints a new link.",
    examples: [
      'bindery leads show led_01a1dd4f990214706f9ece885eea',
      'bindery leads show led_01a1dd4f990214706f9ece885eea --link pk_test_51f0',
    ],
  })
    .option(
      '--link <public-key>',
      'print a new link for the customer, with this public key of the distributor',
    )
    .action(action(show))
}

async function show({ options, output, server }: Work<Options>, leadId: string): Promise<void> {
  const { client, connection } = await server()
  const [lead] = (await client.manage.leads.search({ id: leadId, limit: 1 }).page()).rows
  if (lead === undefined) {
    const fix = 'List the ids with: bindery leads'
    throw new Failure(exitCodes.failed, `There is no lead ${leadId}.`, fix)
  }
  const page = `${connection.url}/checkout/${lead.touchpoint_id}`
  const link = options.link === undefined ? null : await linkTo(client, lead, page, options.link)
  output.show({ ...lead, page, link }, (paint) => describeLead(lead, { page, link }, paint))
}

/** Saves the answers as a new lead; the old lead expires by itself. */
async function linkTo(client: Client, lead: Lead, page: string, key: string): Promise<string> {
  if (lead.data === null) {
    const fix = 'Its answers are deleted. Send the customer the address of the page instead.'
    throw new Failure(exitCodes.failed, `The lead ${lead.id} has expired.`, fix)
  }
  const { item_id, touchpoint_id, first_name, last_name, email, language, quote_token } = lead
  const { data } = lead
  const customer = { first_name, last_name, email, language, quote_token }
  const { token } = await client.leads.create({ item_id, touchpoint_id, data, ...customer })
  return `${page}?key=${encodeURIComponent(key)}#lead=${encodeURIComponent(token)}`
}
