import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { megabytes } from '../../output/megabytes.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { writeWhole } from '../../write-whole.ts'

interface Options {
  readonly reason: string
  readonly out?: string
}

export function addEvidenceBundle(evidence: Command): void {
  addCommand(evidence, 'bundle <policy>', {
    summary: 'Write everything that proves what happened to a policy into one file',
    details:
      'A tar archive with documents, mails, the ledger, the events with their chain of hashes, and a ' +
      'README with the commands that verify it. It contains personal data; the audit log gets the reason.',
    examples: ['bindery evidence bundle TRV-7K2MQ9XA --reason "Lawsuit 4 C 211/27" --live'],
  })
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .option('--out <file>', 'the file to write; evidence-<policy id>.tar by default')
    .action(action(bundle))
}

async function bundle({ options, output, server }: Work<Options>, policy: string): Promise<void> {
  const opened = await server()
  const { id } = await findPolicy(opened, policy)
  const { reason, out: file = `evidence-${id}.tar` } = options
  const bytes = await output.withProgress('Collecting the evidence', null, (report) =>
    writeWhole(file, opened.client.manage.policies.evidenceBundle(id, reason), report),
  )
  output.show({ file, bytes }, (paint) => [
    `${paint.green('✓')} The evidence is in ${file} (${megabytes(bytes)}). Its README.txt says how to verify it.`,
  ])
}
