import { once } from 'node:events'
import { evidencePages } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'

export function addAuditExport(audit: Command): void {
  addCommand(audit, 'export', {
    summary: 'Export events and the audit log with their hash chain',
    details:
      'Writes one JSON document per line. Keep the export elsewhere; `bindery audit verify --file` verifies it without a server.',
    examples: ['bindery audit export --live > evidence.jsonl'],
  }).action(action(exportEvidence))
}

async function exportEvidence({ server }: Work<object>): Promise<void> {
  const { client } = await server()
  for await (const page of evidencePages(client.manage.audit.evidence)) {
    const isTaken = process.stdout.write(`${JSON.stringify(page)}\n`)
    if (!isTaken) await once(process.stdout, 'drain')
  }
}
