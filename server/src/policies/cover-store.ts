import type { PolicyVersionId } from '../kernel/index.ts'
import { type Finder, type SelectByIds, sql } from '../database/index.ts'
import type { CoverDays, Segment } from '../timelines/index.ts'

type StoredDays = Pick<Segment, 'firstDay' | 'kind'> & {
  readonly id: PolicyVersionId
  readonly endedOn: Temporal.PlainDate | null
}

/** The days of a version without their prices and data: one statement for every view of a policy. */
export async function selectCoverDays(
  db: Finder,
  versionId: PolicyVersionId,
): Promise<CoverDays | undefined> {
  const segments = await db.findAll<StoredDays>(coverDaysByIds, [versionId])
  const [first] = segments
  if (first === undefined) return undefined
  return { segments, ending: first.endedOn && { lastDay: first.endedOn } }
}

const coverDaysByIds: SelectByIds = (ids) => sql`
  select s.version_id as id, s.first_day as "firstDay", s.kind,
    (v.ending ->> 'last_day')::date as "endedOn"
  from policy_segments s join policy_versions v on v.id = s.version_id
  where s.version_id = any(${ids}) order by s.version_id, s.first_day`
