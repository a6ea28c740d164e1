import {
  type FieldError,
  type JsonObject,
  type Place,
  clockIn,
  differingPlaces,
  isJsonObject,
  deepMerge,
  placesIn,
} from '../../../kernel/index.ts'
import type { Datasets } from '../../../datasets/index.ts'
import type { LoadedItem, LoadedVersion } from '../../../products/index.ts'
import { type Quote, checkPatch } from '../../../quotes/index.ts'
import type { ContentDocument } from '../../../policies/index.ts'

/** The content of a policy after an endorsement. */
export interface CheckedEndorsement {
  /** The whole content afterwards, with dataset items in place of their ids. */
  readonly after: ContentDocument
  /** The places of the patch whose value differs from before. */
  readonly places: readonly Place[]
  readonly errors: readonly FieldError[]
}

/** Merges a patch into the content of a policy, and checks the result by `policy_patch`. */
export async function checkEndorsement(
  datasets: Pick<Datasets, 'lookUp'>,
  {
    version,
    item,
    quote,
    before,
    patch,
    now,
  }: {
    readonly version: LoadedVersion
    readonly item: LoadedItem
    /** Of the day from which it counts. */
    readonly quote: Quote
    readonly before: ContentDocument
    readonly patch: JsonObject
    readonly now: Temporal.Instant
  },
): Promise<CheckedEndorsement> {
  const { data, ...others } = deepMerge(before, patch)
  const { errors, expanded } = await checkPatch(datasets, version, {
    list: 'policy_patch',
    listed: item.definition.quoteRules.policy_patch,
    checker: item.policyPatchChecker,
    before,
    after: { ...others, data: isJsonObject(data) ? data : {} },
    now: clockIn(version.definition.timeZone, now),
    quote,
  })
  const after = { ...others, data: expanded }
  const changed = differingPlaces(before, after)
  return { after, places: placesIn(patch).filter((place) => changed.some(isIn(place))), errors }
}

/** Whether a place is this one, lies in it, or holds it: what was not there before is new as a whole. */
function isIn(place: Place): (one: Place) => boolean {
  return (one) => place.every((name, n) => n >= one.length || one[n] === name)
}
