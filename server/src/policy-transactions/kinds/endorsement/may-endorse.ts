import type { Viewer } from '../../../identity/index.ts'
import type { LifeSettings } from '../../../products/index.ts'
import { endorsementNotPermitted } from '../../reasons.ts'

/** Changes are the insurer's, and the distributor's for its own sales where the product says so. */
export function mayEndorse({ account, keyKind }: Viewer, { endorsements }: LifeSettings): boolean {
  return keyKind === 'secret' && (account.kind === 'insurer' || endorsements === 'distributor')
}

export function assertMayEndorse(caller: Viewer, life: LifeSettings): void {
  if (!mayEndorse(caller, life)) throw endorsementNotPermitted()
}
