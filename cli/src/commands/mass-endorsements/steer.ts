import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeMassEndorsement } from '../../output/mass-endorsement.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

const example = 'men_01b0acc58e20000000a93d71c048'
const listed = 'List the ids with: bindery mass-endorsements list'

const acts = {
  preview: {
    summary: 'Compute what a mass endorsement would do',
    details: 'Nothing is written about any policy. See the outcome with show.',
  },
  start: {
    summary: 'Start a mass endorsement that was previewed',
    details: 'Each policy is changed once. See the progress with show.',
  },
  stop: {
    summary: 'Stop a mass endorsement',
    details: 'What was changed stays; resume goes on with the rest.',
  },
  resume: { summary: 'Resume a mass endorsement', details: 'Goes on where it was stopped.' },
} as const

export function addMassEndorsementsSteer(group: Command): void {
  for (const act of ['preview', 'start', 'stop', 'resume'] as const) {
    const examples = [`bindery mass-endorsements ${act} ${example}`]
    addCommand(group, `${act} <id>`, { ...acts[act], examples }).action(
      action(async ({ output, server }: Work<object>, id: string) => {
        const { client } = await server()
        const after = await ifNotFound(client.manage.massEndorsements[act](id), listed)
        output.show(after, (paint) => [`${paint.green('✓')} ${id} is ${after.status}.`])
      }),
    )
  }
  addCommand(group, 'show <id>', {
    summary: 'Show what a mass endorsement would do, or has done',
    examples: [`bindery mass-endorsements show ${example}`],
  }).action(
    action(async ({ output, server }: Work<object>, id: string) => {
      const { client } = await server()
      const shown = await ifNotFound(client.manage.massEndorsements.show(id), listed)
      output.show(shown, () => describeMassEndorsement(shown))
    }),
  )
}
