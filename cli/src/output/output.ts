import type { Failure } from '../failure.ts'
import { type Paint, paintFor } from './paint.ts'
import { describeProblems } from './problems.ts'
import { type ReportStep, withProgress, withSpinner } from './progress.ts'

/** The output of a command: text for people, or JSON for programs with --json. */
export interface Output {
  readonly isJson: boolean
  readonly paint: Paint
  /** Prints the result: the value for programs, the lines for people. */
  show(value: unknown, lines: (paint: Paint) => readonly string[]): void
  /** Shows a spinner on a terminal during the work. */
  during<Result>(doing: string, work: () => Promise<Result>): Promise<Result>
  /** Shows a progress bar during the work; a spinner where the total is null, not known. */
  withProgress<Result>(
    doing: string,
    total: number | null,
    work: (report: ReportStep) => Promise<Result>,
  ): Promise<Result>
  fail(failure: Failure): void
  /** Prints a result and a failure; with --json both are one value. */
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
