import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addMandatesLink(mandates: Command): void {
  addCommand(mandates, 'link <policy>', {
    summary: 'Create a link for the customer to give a new mandate; it is shown only once',
    details:
      'Name the policy by its number or id. The customer pays nothing. The mandate before stays in ' +
      'force until the new one is confirmed.',
    examples: ['bindery mandates link TRV-7K2MQ9XA'],
  }).action(action(link))
}

async function link({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const made = await opened.client.mandates.createLink(id)
  output.show(made, (paint) => [
    `${paint.green('✓')} The customer of ${number} can give a new mandate until ${made.expires_at}.`,
    'Send this token in the header Mandate-Token, with a public key:',
    made.token,
  ])
}
