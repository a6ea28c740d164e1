import type { Lead } from '../sdk.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

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

function nameOf({ first_name: first, last_name: last }: Lead, paint: Paint): string {
  const name = [first, last].filter((one) => one !== null && one !== '').join(' ')
  return name === '' ? paint.dim('not told') : name
}

function stateOf({ policy_id: policy, data, expires_at: until }: Lead, paint: Paint): string {
  if (policy !== null) return paint.green(`sold, ${policy}`)
  return data === null ? paint.dim('expired') : `open until ${until.slice(0, 10)}`
}
