import { type ImpactLimits, type PublishSettings } from './product-definition.ts'

export type PublishGate = PublishSettings

/** What two versions ask for together: each the stricter of the two; null where neither asks. */
export function stricter(
  one: PublishSettings | undefined,
  other: PublishSettings | undefined,
): PublishGate | null {
  if (one === undefined || other === undefined) return one ?? other ?? null
  const [a, b] = [one.impactMax, other.impactMax]
  const limits: ImpactLimits = {
    averagePercent: least(a.averagePercent, b.averagePercent),
    singlePercent: least(a.singlePercent, b.singlePercent),
    newlyRefusedPercent: least(a.newlyRefusedPercent, b.newlyRefusedPercent),
    failed: least(a.failed, b.failed),
  }
  const needs = [...new Set([...one.needs, ...other.needs])]
  return {
    needs,
    impactAgeDays: Math.min(ageOf(one), ageOf(other)),
    impactMax: limits,
  }
}

/** The age that one says who does not look at impacts is no wish of theirs. */
function ageOf({ needs, impactAgeDays }: PublishSettings): number {
  return needs.includes('impact') ? impactAgeDays : Infinity
}

function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
