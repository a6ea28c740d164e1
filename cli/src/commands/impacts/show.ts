import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeImpact } from '../../impact/describe-impact.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addImpactsShow(impacts: Command): void {
  addCommand(impacts, 'show <impact-id>', {
    summary: 'Show the result of an impact analysis',
    examples: ['bindery impacts show imp_01a1dd4f990214706f9ece885eea'],
  }).action(
    action(async ({ output, server }: Work<object>, impactId: string) => {
      const { client } = await server()
      const impact = await ifNotFound(
        client.manage.impacts.show(impactId),
        'List the ids with: bindery impacts',
      )
      const { currency, status, failure, done, total } = impact
      output.show(impact, (paint) => [
        ...(status === 'done'
          ? []
          : [`The analysis is ${status}: ${done} of ${total ?? '?'} priced.`]),
        ...(failure === null ? [] : [failure]),
        ...describeImpact(impact, { currency, paint }),
      ])
    }),
  )
}
