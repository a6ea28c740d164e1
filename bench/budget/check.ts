import { median } from '../median.ts'
import type { Course, Turn } from '../turns.ts'
import type { Budget } from './budget.ts'
import { steps } from './step-costs.ts'

/** How the bytes of a row differ from run to run: numbers grow, pages split here or there. */
const bytesTolerance = 0.02

const counted = ['statements', 'rows', 'indexEntries'] as const

/** What became dearer than it may be, in sentences; none if all is well. */
export function exceeded(
  allowed: Budget,
  now: Pick<Budget, 'steps'> & { readonly courses: readonly Course[] },
): string[] {
  return [...costsExceeded(allowed.steps, now.steps), ...slower(allowed.ratios, now.courses)]
}

function costsExceeded(allowed: Budget['steps'], now: Budget['steps']): string[] {
  return steps.flatMap((step) => [
    ...counted
      .filter((what) => now[step][what] > allowed[step][what])
      .map(
        (what) =>
          `${step}: ${now[step][what]} ${plain[what]}, and the budget allows ${allowed[step][what]}`,
      ),
    ...(now[step].walBytes > allowed[step].walBytes * (1 + bytesTolerance)
      ? [
          `${step}: ${now[step].walBytes} bytes of log, and the budget allows ${allowed[step].walBytes}`,
        ]
      : []),
  ])
}

const plain = { statements: 'statements', rows: 'rows', indexEntries: 'index entries' } as const

/** A ratio fell only where it fell by more than the turns of this run differ from each other. */
function slower(allowed: Budget['ratios'], courses: readonly Course[]): string[] {
  const reference = courses.filter(({ name }) => name === 'bare')
  return courses
    .filter(({ name }) => name === 'bindery')
    .flatMap((course) => {
      const bare = reference.find((one) => courseName(one) === courseName(course))
      const before = allowed[courseName(course)]
      if (before === undefined || bare === undefined) return []
      const scatter = scatterOf(ratiosOf(course.turns, bare.turns))
      return course.ratio + scatter >= before
        ? []
        : [
            `${courseName(course)}: ${course.ratio.toFixed(3)} of the bare server's rate ` +
              `(turns scatter by ${scatter.toFixed(3)}), and it was ${before.toFixed(3)}`,
          ]
    })
}

export function courseName({ kind, connections }: Pick<Course, 'kind' | 'connections'>): string {
  return `${kind}, ${connections} connections`
}

function ratiosOf(turns: readonly Turn[], reference: readonly Turn[]): number[] {
  return turns.map((turn, n) => turn.perSecond / (reference[n]?.perSecond ?? NaN))
}

/** How far a turn is from their median at most: three turns say too little for anything finer. */
export function scatterOf(ratios: readonly number[]): number {
  const middle = median(ratios)
  return Math.max(...ratios.map((ratio) => Math.abs(ratio - middle)))
}
