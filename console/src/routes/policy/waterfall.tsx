interface Step {
  readonly label: string
  readonly amount: number
}

/** Half of a picture's width is kept for what the steps move. */
const floorShare = 0.5

/**
 * Steps from one amount to another, each a bar that begins where the last one ended. A table, so that
 * who does not see the bars reads the same.
 */
export function Waterfall({
  before,
  after,
  steps,
  show,
  words,
}: {
  readonly before: Step
  readonly after: Step
  readonly steps: readonly Step[]
  readonly show: (amount: number) => string
  readonly words: { readonly cause: string; readonly amount: string; readonly title: string }
}) {
  const bars = barsOf(before, steps, after)
  const ends = bars.flatMap(({ from, to }) => [from, to])
  const most = Math.max(...ends)
  const moving = bars.slice(1, -1).flatMap(({ from, to }) => [from, to])
  const least = Math.min(...moving, before.amount, after.amount)
  // A small step on a large premium would be a hair: the axis then begins above zero, and is cut.
  const isCut = most - least < most * (1 - floorShare)
  const floor = isCut ? Math.max(0, least - (most - least) * 0.6) : 0
  const x = (amount: number) =>
    ((Math.max(amount, floor) - floor) / Math.max(1, most - floor)) * 100
  return (
    <table className="waterfall" aria-label={words.title}>
      <thead>
        <tr>
          <th>{words.cause}</th>
          <th aria-hidden="true" />
          <th className="number">{words.amount}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, from, to, kind, amount }, n) => (
          <tr key={`${n} ${label}`} className={kind === 'total' ? 'waterfall-total' : undefined}>
            <th scope="row">{label}</th>
            <td aria-hidden="true">
              <svg viewBox="0 0 100 20" preserveAspectRatio="none" className="waterfall-bar">
                {n > 0 && (
                  <line className="waterfall-link" x1={x(from)} x2={x(from)} y1={0} y2={20} />
                )}
                <rect
                  className={`waterfall-${kind}`}
                  x={Math.min(x(from), x(to))}
                  width={Math.max(0.6, Math.abs(x(to) - x(from)))}
                  y={3}
                  height={14}
                />
                {kind === 'total' && isCut && (
                  <path className="waterfall-cut" d="M4 20 L6 0 M6 20 L8 0" />
                )}
              </svg>
            </td>
            <td className="number">
              {kind === 'more' ? '+' : ''}
              {show(amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Bar extends Step {
  readonly kind: 'total' | 'more' | 'less'
  readonly from: number
  readonly to: number
}

function barsOf(before: Step, steps: readonly Step[], after: Step): Bar[] {
  let at = before.amount
  const moves = steps.map((step): Bar => {
    const from = at
    at += step.amount
    return { ...step, kind: step.amount > 0 ? 'more' : 'less', from, to: at }
  })
  const total = (step: Step): Bar => ({ ...step, kind: 'total', from: 0, to: step.amount })
  return [total(before), ...moves, total(after)]
}
