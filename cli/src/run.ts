import { CommanderError } from 'commander'
import { AlreadyReported, type ExitCode, Failure, exitCodes } from './failure.ts'
import { createOutput } from './output/output.ts'
import { createProgram } from './program.ts'
import { explainError } from './server/explain-error.ts'

/** Runs one command line, prints a failure, and returns the exit code of the process. */
export async function run(words: readonly string[]): Promise<ExitCode> {
  const program = createProgram()
  throwInsteadOfExit(program)
  try {
    await program.parseAsync(words, { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    const isJson = words.includes('--json')
    if (error instanceof CommanderError) return endOfCommander(error, isJson)
    if (error instanceof AlreadyReported) return error.exitCode
    const failure = error instanceof Failure ? error : explainError(error)
    createOutput(isJson).fail(failure)
    return failure.exitCode
  }
}

/** Help and --version end here too. Commander has already printed its message for people. */
function endOfCommander({ exitCode, message }: CommanderError, isJson: boolean): ExitCode {
  if (exitCode === 0) return exitCodes.ok
  const fix = 'Add --help for the options and an example.'
  if (isJson) createOutput(true).fail(new Failure(exitCodes.usage, message, fix))
  return exitCodes.usage
}

function throwInsteadOfExit(command: ReturnType<typeof createProgram>): void {
  command.exitOverride()
  for (const child of command.commands) throwInsteadOfExit(child)
}
