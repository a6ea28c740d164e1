import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeClock } from '../../output/clocks.ts'

interface Options {
  readonly at: string
}

export function addClocksCreate(clocks: Command): void {
  addCommand(clocks, 'create', {
    summary: 'Create a test clock, which stands still until you advance it',
    details:
      'Quotes and offers that name the clock in the header Test-Clock are made at the time it shows, ' +
      'and policies sold on it follow that clock.',
    examples: ['bindery clocks create --at 2027-01-01T09:00:00Z'],
  })
    .requiredOption('--at <moment>', 'the time it shows, with its UTC offset')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const clock = await client.manage.clocks.create({ at: options.at })
  output.show(clock, (paint) => describeClock(clock, paint))
}
