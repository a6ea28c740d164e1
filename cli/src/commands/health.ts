import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { describeHealth } from '../output/health.ts'

export function addHealth(program: Command): void {
  addCommand(program, 'health', {
    summary:
      'Show whether everything goes on that goes on by itself: jobs, deadlines, mails, webhooks',
    examples: ['bindery health --live'],
  }).action(action(health))
}

async function health({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const shown = await client.manage.health()
  output.show(shown, (paint) => describeHealth(shown, paint))
}
