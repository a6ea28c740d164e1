import { type ImpactLimits, type PublishSettings, publishNeeds } from '../product-definition.ts'
import type { Part } from './part.ts'

const ageDaysDefault = 7
const ageDaysMax = 365
const percentMax = 1_000
const failedMax = 1_000_000
const noLimits: ImpactLimits = {
  averagePercent: null,
  singlePercent: null,
  newlyRefusedPercent: null,
  failed: null,
}

/** What has to be seen of a version before it is put on sale. */
export function readPublish(part: Part): PublishSettings | null {
  if (!part.hasOnly(['needs', 'impact_age_days', 'impact_max'])) return null
  const needs = part
    .member('needs')
    .filledList('List tests, impact, or both.')
    .map((need) => need.oneOf(publishNeeds))
  if (!needs.includes('impact')) refuseUnused(part)
  return {
    needs: publishNeeds.filter((need) => needs.includes(need)),
    impactAgeDays: part
      .member('impact_age_days')
      .optional(ageDaysDefault, (days) => days.integer(1, ageDaysMax)),
    impactMax: part.member('impact_max').optional(noLimits, readLimits),
  }
}

/** Limits of what nobody looks at are a mistake somewhere. */
function refuseUnused(part: Part): void {
  for (const name of ['impact_age_days', 'impact_max']) {
    const unused = part.member(name)
    if (unused.isAbsent) continue
    unused.refuse('Publishing does not need an impact.', `Remove ${name}, or add impact to needs.`)
  }
}

function readLimits(part: Part): ImpactLimits {
  const known = ['average_percent', 'single_percent', 'newly_refused_percent', 'failed']
  if (!part.hasOnly(known)) return noLimits
  const limit = (name: string, read: (given: Part) => number) =>
    part.member(name).optional<number | null>(null, read)
  return {
    averagePercent: limit('average_percent', readPercent),
    singlePercent: limit('single_percent', readPercent),
    newlyRefusedPercent: limit('newly_refused_percent', readPercent),
    failed: limit('failed', (given) => given.integer(0, failedMax)),
  }
}

function readPercent(part: Part): number {
  const { value } = part
  if (typeof value === 'number' && value >= 0 && value <= percentMax) return value
  const fix = `Write a number from 0 to ${percentMax}, such as 5 for five percent.`
  part.refuse(`${part.label} is not a percentage.`, fix)
  return 0
}
