import type { Handover } from '@bindery/sdk/generated'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { Paint } from '../../output/paint.ts'
import { table } from '../../output/table.ts'
import { findPolicy } from '../../server/find-policy.ts'

export function addPoliciesHandover(policies: Command): void {
  addCommand(policies, 'handover <policy>', {
    summary: 'Show what the customer received before the contract',
    details:
      'Lists each document that was handed over, when, how, and the SHA-256 of the exact file. Name ' +
      'the policy or offer by its number or id.',
    examples: ['bindery policies handover VELO-7K2MPQ4X'],
  }).action(action(handover))
}

async function handover({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id } = await findPolicy(opened, name)
  const shown = await opened.client.manage.policies.handover(id)
  output.show(shown, (paint) => describeHandover(shown, paint))
}

function describeHandover({ complete, missing, records }: Handover, paint: Paint): string[] {
  const rows = records.map((one) => [
    one.designation,
    one.language,
    one.handed_over_at,
    wayOf(one),
    one.content_hash,
  ])
  const head = ['document', 'language', 'handed over', 'by', 'SHA-256']
  const listed = records.length === 0 ? [] : [...table(head, rows, paint), '']
  if (missing.length > 0) return [...listed, `Not handed over: ${missing.join(', ')}.`]
  const isAsked = records.length > 0 || !complete
  return [
    ...listed,
    isAsked ? 'All documents were handed over.' : 'The product hands no documents over.',
  ]
}

function wayOf({ by, mail_id, voided_at }: Handover['records'][number]): string {
  const way = mail_id === null ? by : `${by} ${mail_id}`
  return voided_at === null ? way : `${way} (came back ${voided_at})`
}
