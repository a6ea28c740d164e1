import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeMandates } from '../../output/mandates.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addMandatesList(mandates: Command): void {
  addCommand(mandates, 'list <policy>', {
    summary: 'List the mandates of a policy, with what ended them',
    details: 'Name the policy by its number or id. The active mandate is the last.',
    examples: ['bindery mandates list TRV-7K2MQ9XA'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const shown = await opened.client.mandates.list(id)
  output.show(shown, (paint) => describeMandates(shown, paint))
}
