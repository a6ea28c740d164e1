import { confirm } from '@clack/prompts'
import { Failure, exitCodes } from './failure.ts'

/** Shows what would be done and asks for confirmation on a terminal, unless it is already confirmed. */
export async function assertMeant(message: string, isMeant: boolean): Promise<void> {
  if (!isMeant && canAnswer()) {
    const output = process.stderr
    if ((await confirm({ message: `${message} Continue?`, output })) === true) return
    throw new Failure(exitCodes.failed, 'Not confirmed.', 'Nothing was changed.')
  }
  process.stderr.write(`${message}\n`)
}

/** The same, but without a terminal --yes is required. */
export async function assertConfirmed(message: string, isMeant: boolean): Promise<void> {
  if (!isMeant && !canAnswer()) {
    throw new Failure(
      exitCodes.usage,
      message,
      'There is no terminal to ask on. Add --yes to confirm.',
    )
  }
  await assertMeant(message, isMeant)
}

function canAnswer(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}
