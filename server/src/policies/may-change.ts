import type { Viewer } from '../identity/index.ts'
import type { LifeSettings } from '../products/index.ts'
import { changeNotPermitted } from './reasons.ts'

/** Changes are the insurer's, and the distributor's for its own sales where the product says so. */
export function mayChange({ account, keyKind }: Viewer, { changes }: LifeSettings): boolean {
  return keyKind === 'secret' && (account.kind === 'insurer' || changes === 'distributor')
}

export function assertMayChange(caller: Viewer, life: LifeSettings): void {
  if (!mayChange(caller, life)) throw changeNotPermitted()
}
