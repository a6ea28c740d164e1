import type { Clock } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeClock(clock: Clock, paint: Paint): string[] {
  return facts(
    [
      ['clock', paint.bold(clock.id)],
      ['time', clock.at],
      ['status', clock.status],
      ...(clock.target === null ? [] : [['advancing to', clock.target] as const]),
      ...(clock.failure === null ? [] : [['failure', clock.failure] as const]),
    ],
    paint,
  )
}

export function describeClocks(clocks: readonly Clock[], paint: Paint): string[] {
  if (clocks.length === 0)
    return ['There are no test clocks. Create one with: bindery clocks create --at <moment>']
  const rows = clocks.map(({ id, at, status, target }) => [id, at, status, target ?? ''])
  return table(['id', 'time', 'status', 'advancing to'], rows, paint)
}
