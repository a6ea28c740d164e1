import type { Failure } from '../failure.ts'
import { type Paint, paintFor } from './paint.ts'
import { describeProblems } from './problems.ts'
import { type ReportStep, withProgress, withSpinner } from './progress.ts'

/** Where a command speaks: to a person, or with --json to a program. */
export interface Output {
  readonly isJson: boolean
  readonly paint: Paint
  /** The answer of the command, once: the value for programs, the lines for people. */
  show(value: unknown, lines: (paint: Paint) => readonly string[]): void
  /** Says on a terminal what is going on while it goes on. */
  during<Result>(doing: string, work: () => Promise<Result>): Promise<Result>
  /** The same with a bar, where the work tells how far it is; null where nobody knows how much there is. */
  withProgress<Result>(
    doing: string,
    total: number | null,
    work: (tell: ReportStep) => Promise<Result>,
  ): Promise<Result>
  fail(failure: Failure): void
  /** An answer that is worth telling although the command fails: programs still read one value. */
  showAndFail(value: object, lines: (paint: Paint) => readonly string[], failure: Failure): void
}

export function createOutput(isJson: boolean): Output {
  const paint = paintFor(process.stdout, process.env)
  const output: Output = {
    isJson,
    paint,
    show: (value, lines) => {
      const text = isJson ? JSON.stringify(value, null, 2) : lines(paint).join('\n')
      process.stdout.write(`${text}\n`)
    },
    during: (doing, work) => (!isJson && process.stderr.isTTY ? withSpinner(doing, work) : work()),
    withProgress: (doing, total, work) =>
      !isJson && process.stderr.isTTY ? withProgress(doing, total, work) : work(() => undefined),
    fail: (failure) => {
      if (isJson) process.stdout.write(`${JSON.stringify(describeFailure(failure), null, 2)}\n`)
      else {
        const lines = failureLines(failure, paintFor(process.stderr, process.env))
        process.stderr.write(`${lines.join('\n')}\n`)
      }
    },
    showAndFail: (value, lines, failure) => {
      output.show({ ...value, ...describeFailure(failure) }, lines)
      if (!isJson) output.fail(failure)
    },
  }
  return output
}

function describeFailure({ message, fix, exitCode, problems }: Failure): object {
  const error = { message, fix, exit_code: exitCode }
  return { error: problems.length === 0 ? error : { ...error, problems } }
}

function failureLines({ message, fix, problems }: Failure, paint: Paint): string[] {
  return [
    `${paint.red('✗')} ${message}`,
    ...describeProblems(problems, paint),
    ...(fix === '' ? [] : [`  ${fix}`]),
  ]
}
