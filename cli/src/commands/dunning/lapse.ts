import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly decision: 'void' | 'uphold'
  readonly reason: string
}

export function addDunningLapse(dunning: Command): void {
  addCommand(dunning, 'lapse <case-id>', {
    summary: 'Decide about a lapse whose notice is not proven any more',
    examples: [
      'bindery dunning lapse dnc_01b0acc58e20c4a17e905b3d62f8 --decision void --reason "The notice came back."',
      'bindery dunning lapse dnc_01b0acc58e20c4a17e905b3d62f8 --decision uphold --reason "The customer is insured elsewhere and wants no cover back."',
    ],
  })
    .addOption(
      new Option('--decision <decision>', 'void: it never lapsed; uphold: it stays lapsed')
        .choices(['void', 'uphold'])
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <text>', 'why, without personal data')
    .action(action(decide))
}

async function decide({ options, output, server }: Work<Options>, caseId: string): Promise<void> {
  const { client } = await server()
  const { decision, reason } = options
  const decided = await ifNotFound(
    client.manage.dunning.decideLapse(caseId, { decision, reason }),
    'List the cases with: bindery dunning list --lapse-unproven',
  )
  const outcome = decision === 'void' ? 'is in force again' : 'stays lapsed'
  output.show(decided, (paint) => [`${paint.green('✓')} Policy ${decided.policy_id} ${outcome}.`])
}
