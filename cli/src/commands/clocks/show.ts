import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeClock } from '../../output/clocks.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addClocksShow(clocks: Command): void {
  addCommand(clocks, 'show <clock-id>', {
    summary: 'Show the time and the progress of a clock',
    examples: ['bindery clocks show clk_01a1dd4f990214706f9ece885eea'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, clockId: string): Promise<void> {
  const { client } = await server()
  const clock = await ifNotFound(
    client.manage.clocks.show(clockId),
    'List the ids with: bindery clocks list',
  )
  output.show(clock, (paint) => describeClock(clock, paint))
}
