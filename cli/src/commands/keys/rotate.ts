import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeNewKey } from '../../output/keys.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { wholeNumber } from '../../whole-number.ts'
import { count } from '../../output/problems.ts'

interface Options {
  readonly overlapHours: number
}

export function addKeysRotate(keys: Command): void {
  addCommand(keys, 'rotate <key-id>', {
    summary: 'Make a new key in place of an old one, which goes on working for a while',
    examples: ['bindery keys rotate key_01a1dd4f990214706f9ece885eea --overlap-hours 48'],
  })
    .option(
      '--overlap-hours <hours>',
      'how long the old key goes on working, 0 to 720',
      wholeNumber(0, 720),
      24,
    )
    .action(action(rotate))
}

async function rotate({ options, output, server }: Work<Options>, keyId: string): Promise<void> {
  const { overlapHours: hours } = options
  const { client } = await server()
  const key = await ifNotFound(
    client.manage.keys.rotate(keyId, { overlap_hours: hours }),
    'Their ids are shown by: bindery keys list',
  )
  output.show(key, (paint) => [
    ...describeNewKey(key, paint),
    hours === 0
      ? `The old key ${keyId} has stopped working.`
      : `The old key ${keyId} goes on working for ${count(hours, 'hour')}.`,
  ])
}
