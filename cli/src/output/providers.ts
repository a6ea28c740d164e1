import type { PaymentProvider } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

export function describeProviders(providers: readonly PaymentProvider[], paint: Paint): string[] {
  const rows = providers.map(
    ({ name, methods, is_own: isOwn, collects_elsewhere: isElsewhere }) => [
      name,
      methods?.join(', ') ?? 'any',
      isElsewhere ? 'collected outside of the platform' : 'collected by the platform',
      isOwn ? 'your own' : "the platform's",
    ],
  )
  return table(['name', 'methods', 'the money is', 'whose'], rows, paint)
}
