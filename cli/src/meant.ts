import { confirm } from '@clack/prompts'
import { Failure, exitCodes } from './failure.ts'

/** Says what would be done, and asks where somebody can answer, unless it is said to be meant. */
export async function assertMeant(message: string, isMeant: boolean): Promise<void> {
  if (!isMeant && canAnswer()) {
    const output = process.stderr
    if ((await confirm({ message: `${message} Is that meant?`, output })) === true) return
    throw new Failure(exitCodes.failed, 'It was not ordered.', 'Nothing was changed.')
  }
  process.stderr.write(`${message}\n`)
}

/** The same where nobody can answer: then it has to be said with --yes. */
export async function assertConfirmed(message: string, isMeant: boolean): Promise<void> {
  if (!isMeant && !canAnswer()) {
    throw new Failure(
      exitCodes.usage,
      message,
      'Nobody can be asked here: add --yes if that is meant.',
    )
  }
  await assertMeant(message, isMeant)
}

function canAnswer(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}
