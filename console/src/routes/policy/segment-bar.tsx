import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { kindWords } from './kind-words.ts'
import { policyWords } from './words.ts'

interface DrawnSegment {
  readonly first_day: string
  readonly kind: 'cover' | 'gap' | 'suspended' | 'ended' | 'void'
}

/** The days of a policy as a bar: each segment as long as it lasts. */
export function SegmentBar({
  segments,
  last,
}: {
  readonly segments: readonly DrawnSegment[]
  readonly last: string
}) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const { day } = useMoments()
  const from = Date.parse(segments[0]?.first_day ?? last)
  const whole = Math.max(1, Date.parse(last) - from)
  const x = (moment: number) => (Math.min(Math.max(0, moment - from), whole) / whole) * 1000
  const parts = segments.map(({ first_day: first, kind }, n) => {
    const next = segments[n + 1]?.first_day ?? null
    const start = x(Date.parse(first))
    const end = next === null ? 1000 : x(Date.parse(next))
    return { kind, first, until: next ?? last, start, width: Math.max(0, end - start) }
  })
  return (
    <svg
      className="segment-bar"
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={words.segments}
    >
      {parts.map(({ kind, first, until, start, width }) => (
        <rect
          key={first}
          className={`segment-${kind}`}
          x={start + (start === 0 ? 0 : 1.5)}
          y={0}
          width={Math.max(1, width - (start === 0 ? 0 : 1.5))}
          height={10}
        >
          <title>{words.segmentOf(kinds.segment[kind], day(first), day(until))}</title>
        </rect>
      ))}
    </svg>
  )
}
