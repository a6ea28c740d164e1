import type { Answer, Policy } from '@bindery/sdk'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import type { PolicySearch } from './policy-search.ts'
import { SegmentBar } from './segment-bar.tsx'
import { plusDays, useToday } from './use-today.ts'
import { policyWords } from './words.ts'

const settleMs = 120
const dayMs = 86_400_000

interface Props {
  readonly policy: Policy
  readonly search: PolicySearch
  readonly change: (changed: PolicySearch) => void
}

/** A slider through the days of the policy, and as of when they are known. */
export function DayPicker({ policy, search, change }: Props) {
  const words = useWords(policyWords)
  const { data: timeline } = useCall('showTimeline', {
    params: { policyId: policy.id },
    query: search.known ? { known_at: search.known } : {},
  })
  const { data: whole } = useCall('showTimeline', { params: { policyId: policy.id } })
  if (timeline === undefined || whole === undefined) return <div className="day-picker" />
  return (
    <div className="day-picker">
      <Slider {...{ policy, search, change, timeline }} />
      <KnownPicker versions={whole.versions} search={search} change={change} />
      {(search.day || search.known) && (
        <button
          type="button"
          className="quiet-button"
          onClick={() => change({ day: '', known: '' })}
        >
          {words.back}
        </button>
      )}
    </div>
  )
}

function Slider({
  policy,
  search,
  change,
  timeline,
}: Props & { readonly timeline: Answer<'showTimeline'> }) {
  const words = useWords(policyWords)
  const { day } = useMoments()
  const today = useToday(policy)
  const first = timeline.segments[0]?.first_day ?? today
  const last = lastOf(timeline, today)
  const [wanted, want] = useWanted(search.day ?? '', (next) => change({ day: next }))
  // The address of today says no day.
  const goTo = (next: string) => want(next === today ? '' : next)
  const at = (wanted ?? search.day) || within(today, first, last)
  return (
    <div className="day-slider">
      <label htmlFor="day-of-policy">{words.day}</label>
      <input
        id="day-of-policy"
        type="date"
        value={at}
        min={first}
        max={last}
        onChange={(event) => {
          if (event.currentTarget.value !== '') goTo(event.currentTarget.value)
        }}
      />
      <div className="day-track">
        <SegmentBar segments={timeline.segments} last={last} />
        <input
          type="range"
          aria-label={words.daySlider}
          aria-valuetext={day(at)}
          min={0}
          max={daysFrom(first, last)}
          value={Math.max(0, daysFrom(first, at))}
          onChange={(event) => goTo(plusDays(first, Number(event.currentTarget.value)))}
        />
        <p className="day-ends quiet">
          <span>{day(first)}</span>
          <span>{day(last)}</span>
        </p>
      </div>
    </div>
  )
}

/**
 * What somebody is moving to, until the address says it. It outlives whatever is loaded meanwhile,
 * and what was wanted earlier and arrives only now.
 */
function useWanted(
  settled: string,
  settle: (wanted: string) => void,
): readonly [string | null, (wanted: string) => void] {
  const [wanted, want] = useState<string | null>(null)
  const latest = useRef(settle)
  latest.current = settle
  useEffect(() => {
    if (wanted === null) return undefined
    if (wanted === settled) return want(null)
    const timer = setTimeout(() => latest.current(wanted), settleMs)
    return () => clearTimeout(timer)
  }, [wanted, settled])
  return [wanted, want]
}

/** The moments just before each transaction was requested. */
function KnownPicker({
  versions,
  search,
  change,
}: Pick<Props, 'search' | 'change'> & {
  readonly versions: Answer<'showTimeline'>['versions']
}) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const { moment } = useMoments()
  const later = versions.slice(1)
  if (later.length === 0) return null
  return (
    <label className="known-picker">
      {words.asKnown}
      <select
        value={search.known ?? ''}
        onChange={(event) => change({ known: event.currentTarget.value })}
      >
        <option value="">{words.knownNow}</option>
        {later.toReversed().map(({ id, kind, created_at: at }) => (
          <option key={id} value={justBefore(at)}>
            {words.knownBefore(moment(at), kinds.version[kind] ?? kind)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** An open-ended policy is shown until the end of its last term, or a year from today. */
function lastOf({ segments, terms }: Answer<'showTimeline'>, today: string): string {
  const end = segments.at(-1)?.last_day ?? terms.at(-1)?.last_day ?? null
  return end ?? plusDays(today, 365)
}

function justBefore(moment: string): string {
  return new Date(Date.parse(moment) - 1_000).toISOString()
}

function within(day: string, first: string, last: string): string {
  if (day < first) return first
  return day > last ? last : day
}

function daysFrom(first: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(first)) / dayMs)
}
