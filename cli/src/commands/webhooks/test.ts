import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { facts } from '../../output/table.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

export function addWebhooksTest(webhooks: Command): void {
  addCommand(webhooks, 'test <webhook-id>', {
    summary: 'Send a test message and show the response',
    details: 'Exits with 1 if the message was not delivered.',
    examples: ['bindery webhooks test whk_01a1dd4f990214706f9ece885eea'],
  }).action(action(test))
}

async function test({ output, server }: Work<object>, webhookId: string): Promise<void> {
  const { client } = await server()
  const tested = await ifNotFound(client.manage.webhooks.test(webhookId), whereWebhooksAre)
  const { attempt, delivered } = tested
  output.show(tested, (paint) =>
    facts(
      [
        ['delivered', delivered ? 'yes' : `no: it ${attempt.failure}`],
        ['took', `${attempt.duration_ms} ms`],
        ...(attempt.answer === null ? [] : [['response', attempt.answer] as const]),
      ],
      paint,
    ),
  )
  if (!delivered) throw new AlreadyReported()
}
