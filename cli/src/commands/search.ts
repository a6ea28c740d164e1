import type { SearchResult } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { table } from '../output/table.ts'

export function addSearch(program: Command): void {
  addCommand(program, 'search <text>', {
    summary: 'Find policies, offers, customers, invoices, payments and quotes',
    details:
      'The text is a number, an e-mail address, a name, the beginning of one of these two, or an id.',
    examples: ['bindery search CYB-7K2MPQ4X', 'bindery search "Hanna Brandt"'],
  }).action(action(search))
}

async function search({ output, server }: Work<object>, text: string): Promise<void> {
  const { client } = await server()
  const found = await client.manage.search(text)
  output.show(found, (paint) => {
    const { results, not_searched: left } = found
    const missing = left.map(
      ({ what, permission }) => `Not searched: ${what}. It needs the permission ${permission}.`,
    )
    if (results.length === 0) return ['Nothing found in this mode.', ...missing]
    const cells = results.map((one) => [one.type, titleOf(one), one.status ?? '', one.id])
    return [...table(['type', 'number or name', 'status', 'id'], cells, paint), ...missing]
  })
}

function titleOf({ number, first_name: first, last_name: last }: SearchResult): string {
  return [number, [first, last].filter((name) => name !== null).join(' ')]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}
