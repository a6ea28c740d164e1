import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeClock } from '../../output/clocks.ts'

interface Options {
  readonly at: string
}

export function addClocksCreate(clocks: Command): void {
  addCommand(clocks, 'create', {
    summary: 'Make a clock that stands still until it is advanced',
    details:
      'Quotes and offers that name it in the header Test-Clock are made at the moment that it shows, ' +
      'and what is sold lives by it.',
    examples: ['bindery clocks create --at 2027-01-01T09:00:00Z'],
  })
    .requiredOption('--at <moment>', 'what it shows, with an offset')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const clock = await client.manage.clocks.create({ at: options.at })
  output.show(clock, (paint) => describeClock(clock, paint))
}
