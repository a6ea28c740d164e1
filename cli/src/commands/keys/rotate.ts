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
    summary: 'Replace a key with a new one; the old key keeps working for a while',
    examples: ['bindery keys rotate key_01a1dd4f990214706f9ece885eea --overlap-hours 48'],
  })
    .option(
      '--overlap-hours <hours>',
      'how long the old key keeps working, 0 to 720',
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
    'List the ids with: bindery keys list',
  )
  output.show(key, (paint) => [
    ...describeNewKey(key, paint),
    hours === 0
      ? `The old key ${keyId} has stopped working.`
      : `The old key ${keyId} keeps working for ${count(hours, 'hour')}.`,
  ])
}
