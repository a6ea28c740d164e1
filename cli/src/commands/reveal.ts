import type { Client, RevealField, RevealedField } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { findPolicy } from '../server/find-policy.ts'
import { ifNotFound } from '../server/if-not-found.ts'
import type { Server } from '../server/open-server.ts'

interface Options {
  readonly reason: string
}

/** A kind of record with masked fields. */
interface Revealable {
  readonly argument: string
  readonly record: string
  readonly example: string
  /** Where the fields are listed, and the records. */
  readonly listedBy: string
  readonly foundBy: string
  readonly idOf: (server: Server, name: string) => Promise<string>
  readonly reveal: (client: Client, id: string, body: RevealField) => Promise<RevealedField>
}

export function addPoliciesReveal(policies: Command): void {
  addReveal(policies, {
    argument: 'policy',
    record: 'policy',
    example:
      'bindery policies reveal TRV-7K2MQ9XA data.phone --reason "The customer asked for a call."',
    listedBy: 'bindery policies show <policy> --json',
    foundBy: 'bindery policies find',
    idOf: async (server, name) => (await findPolicy(server, name)).id,
    reveal: (client, id, body) => client.manage.policies.reveal(id, body),
  })
}

export function addLeadsReveal(leads: Command): void {
  addReveal(leads, {
    argument: 'lead-id',
    record: 'lead',
    example:
      'bindery leads reveal led_01a1dd4f990214706f9ece885eea email --reason "The customer asked for the offer."',
    listedBy: 'bindery leads show <lead-id> --json',
    foundBy: 'bindery leads',
    idOf: async (_server, id) => id,
    reveal: (client, id, body) => client.manage.leads.reveal(id, body),
  })
}

export function addQuotesReveal(quotes: Command): void {
  addReveal(quotes, {
    argument: 'quote-id',
    record: 'quote',
    example:
      'bindery quotes reveal qu_01b0acc58e202a700c3b996a633b customer_input.company --reason "The customer asked about the price."',
    listedBy: 'bindery policies explain <policy> --json',
    foundBy: 'bindery policies explain <policy> --json',
    idOf: async (_server, id) => id,
    reveal: (client, id, body) => client.manage.quotes.reveal(id, body),
  })
}

function addReveal(group: Command, kind: Revealable): void {
  addCommand(group, `reveal <${kind.argument}> <field>`, {
    summary: `Show a masked field of a ${kind.record}, with a reason for the audit log`,
    details: `The field is one that \`masked\` lists: ${kind.listedBy}`,
    examples: [kind.example],
  })
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(
      action(async ({ options, output, server }: Work<Options>, name: string, field: string) => {
        const opened = await server()
        const id = await kind.idOf(opened, name)
        const { reason } = options
        const revealed = await ifNotFound(
          kind.reveal(opened.client, id, { field, reason }),
          `Find it with: ${kind.foundBy}`,
        )
        const { value } = revealed
        const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
        output.show(revealed, () => [shown])
      }),
    )
}
