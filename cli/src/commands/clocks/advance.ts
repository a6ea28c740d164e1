import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Clock } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { describeClock } from '../../output/clocks.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly to: string
}

const pauseMs = 300

export function addClocksAdvance(clocks: Command): void {
  addCommand(clocks, 'advance <clock-id>', {
    summary: 'Let time pass on a clock',
    details:
      'Everything that falls due until then is carried out in order, each at its own moment, with all ' +
      'jobs that follow. Waits until the clock has arrived; exits with 1 if it fails on the way.',
    examples: ['bindery clocks advance clk_01a1dd4f990214706f9ece885eea --to 2028-01-01T09:00:00Z'],
  })
    .requiredOption('--to <moment>', 'a later moment, with its UTC offset')
    .action(action(advance))
}

async function advance({ options, output, server }: Work<Options>, clockId: string): Promise<void> {
  const { client } = await server()
  const begun = await ifNotFound(
    client.manage.clocks.advance(clockId, { to: options.to }),
    'List the ids with: bindery clocks list',
  )
  const clock = await output.during('Letting time pass', () => untilArrived(client, begun))
  output.show(clock, (paint) => describeClock(clock, paint))
  if (clock.status === 'failed') throw new AlreadyReported()
}

async function untilArrived(client: Client, begun: Clock): Promise<Clock> {
  let clock = begun
  while (clock.status === 'advancing') {
    await pause(pauseMs)
    clock = await client.manage.clocks.show(clock.id)
  }
  return clock
}
