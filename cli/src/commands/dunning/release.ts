import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addDunningRelease(dunning: Command): void {
  addCommand(dunning, 'release <hold-id>', {
    summary: 'Release a dunning hold early: dunning continues at once',
    examples: ['bindery dunning release dnh_01b0acc58e2037d5e1096cb84fa2'],
  }).action(
    action(async ({ output, server }: Work<object>, holdId: string) => {
      const { client } = await server()
      const released = await ifNotFound(
        client.manage.dunning.release(holdId),
        'List the holds with: bindery dunning holds',
      )
      output.show(released, (paint) => [`${paint.green('✓')} ${released.id} is released.`])
    }),
  )
}
