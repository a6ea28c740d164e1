import type { OperationId } from '@bindery/sdk'
import type { ShownCall } from '../api/use-call.ts'
import type { World } from '../world.ts'
import { partsOf, text } from './as-text.ts'

/**
 * The command for a call, where there is one: its words, then what the path names. What the query
 * filters by becomes options. A test holds that each of them exists.
 */
const commandOf: Partial<Record<OperationId, string>> = {
  listKeys: 'keys list',
  listAudit: 'audit',
}

export function asCommand(call: ShownCall, mode: World['mode']): string | null {
  const command = commandOf[call.id]
  if (command === undefined) return null
  const { params = {}, query = {} } = partsOf(call)
  const options = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || name === 'limit'
      ? []
      : [`--${name.replaceAll('_', '-')} ${shellWord(text(value))}`],
  )
  const key = mode === 'test' ? 'sk_test_…' : 'sk_live_…'
  const words = [command, ...Object.values(params).map(shellWord), ...options]
  return `BINDERY_SECRET_KEY=${key} npx bindery ${words.join(' ')}`
}

function shellWord(text: string): string {
  return /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
