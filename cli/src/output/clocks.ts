import type { Clock } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { facts, table } from './table.ts'

export function describeClock(clock: Clock, paint: Paint): string[] {
  return facts(
    [
      ['clock', paint.bold(clock.id)],
      ['shows', clock.at],
      ['status', clock.status],
      ...(clock.target === null ? [] : [['on the way to', clock.target] as const]),
      ...(clock.failure === null ? [] : [['failure', clock.failure] as const]),
    ],
    paint,
  )
}

export function describeClocks(clocks: readonly Clock[], paint: Paint): string[] {
  if (clocks.length === 0)
    return ['There are no clocks. Make one with: bindery clocks create --at <moment>']
  const rows = clocks.map(({ id, at, status, target }) => [id, at, status, target ?? ''])
  return table(['id', 'shows', 'status', 'on the way to'], rows, paint)
}
