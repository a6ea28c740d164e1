/** Exit codes for scripts; `bindery --help` lists them. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Problem {
  readonly file: string
  readonly place: string
  readonly message: string
  readonly fix: string
}

/** Why a command did not do what it was asked, and what its user can do about it. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly fix: string
  /** The mistakes of a product folder, where that is why. */
  readonly problems: readonly Problem[]

  constructor(
    exitCode: ExitCode,
    message: string,
    fix: string,
    more: { readonly problems?: readonly Problem[]; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'Failure'
    this.exitCode = exitCode
    this.fix = fix
    this.problems = more.problems ?? []
  }
}

/** The failure of a product folder that the server refuses. */
export function mistakesIn(
  folder: string,
  problems: readonly Problem[],
  fix = 'Nothing was changed.',
): Failure {
  const howMany = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`
  return new Failure(exitCodes.failed, `${folder} has ${howMany}.`, fix, { problems })
}

/** Thrown by a command that has already printed its failure; carries only the exit code. */
export class AlreadyReported extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode = exitCodes.failed) {
    super('already reported')
    this.exitCode = exitCode
  }
}
