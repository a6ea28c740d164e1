import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeClocks } from '../../output/clocks.ts'

export function addClocksList(clocks: Command): void {
  addCommand(clocks, 'list', {
    summary: 'List the newest clocks and the time they show',
    examples: ['bindery clocks list'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const clocks = await client.manage.clocks.list()
  output.show(clocks, (paint) => describeClocks(clocks, paint))
}
