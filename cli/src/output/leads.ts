import type { Lead } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeLeads(leads: readonly Lead[], paint: Paint): string[] {
  if (leads.length === 0) return ['Nothing was found.']
  const rows = leads.map((lead) => [
    lead.created_at.slice(0, 10),
    nameOf(lead, paint),
    lead.email ?? '',
    stateOf(lead, paint),
    lead.id,
  ])
  return table(['saved', 'name', 'e-mail', 'state', 'id'], rows, paint)
}

/** One lead with its answers so far. */
export function describeLead(
  lead: Lead,
  { page, link }: { readonly page: string; readonly link: string | null },
  paint: Paint,
): string[] {
  const answers = lead.data === null ? [] : leavesOf(lead.data)
  return [
    ...facts(
      [
        ['lead', paint.bold(lead.id)],
        ['saved', lead.created_at],
        ['state', stateOf(lead, paint)],
        ['name', nameOf(lead, paint)],
        ['e-mail', lead.email ?? ''],
        ['language', lead.language ?? ''],
        ['page', page],
        ...(link === null ? [] : [['link', link] as const]),
      ],
      paint,
    ),
    '',
    ...(answers.length === 0
      ? [lead.data === null ? 'The lead has expired; its answers are deleted.' : 'No answers yet.']
      : table(['answer', 'value'], answers, paint)),
  ]
}

/** Answers by their places: `quote.data.days`. */
function leavesOf(value: unknown, place = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) {
    return [[place, typeof value === 'string' ? value : JSON.stringify(value)]]
  }
  return Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, place === '' ? name : `${place}.${name}`),
  )
}

function nameOf({ first_name: first, last_name: last }: Lead, paint: Paint): string {
  const name = [first, last].filter((one) => one !== null && one !== '').join(' ')
  return name === '' ? paint.dim('not given') : name
}

function stateOf({ policy_id: policy, data, expires_at: until }: Lead, paint: Paint): string {
  if (policy !== null) return paint.green(`sold, ${policy}`)
  return data === null ? paint.dim('expired') : `open until ${until.slice(0, 10)}`
}
