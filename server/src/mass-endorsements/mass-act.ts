import type { Moment, PolicyVersionId } from '../kernel/index.ts'
import type { ReplayWriter } from '../idempotency/index.ts'
import type { Policy } from '../policies/index.ts'
import {
  type ChangedPrice,
  type MassActKind,
  type MassEndorsement,
  massActKinds,
} from './mass-endorsement.ts'

export type MassActOfMany = Extract<MassEndorsement, { readonly kind: MassActKind }>

export function isAct(mass: MassEndorsement): mass is MassActOfMany {
  return massActKinds.some((kind) => kind === mass.kind)
}

/** Acts on one of many policies, which rooms above this one know. */
export interface MassActs {
  /** What it would change of the price; null where it changes none. Refused where it is not possible. */
  preview(mass: MassActOfMany, policy: Policy, moment: Moment): Promise<ChangedPrice | null>
  /** Does it, and completes the reservation in its transaction. */
  apply(
    mass: MassActOfMany,
    policy: Policy,
    replay: ReplayWriter<{ readonly id: string }>,
  ): Promise<PolicyVersionId | null>
}
