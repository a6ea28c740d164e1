import { confirm } from '@clack/prompts'
import { Failure, exitCodes } from './failure.ts'

/** Says what would be done, and asks where somebody can answer, unless it is said to be meant. */
export async function assertMeant(message: string, isMeant: boolean): Promise<void> {
  if (!isMeant && process.stdin.isTTY && process.stderr.isTTY) {
    const output = process.stderr
    if ((await confirm({ message: `${message} Is that meant?`, output })) === true) return
    throw new Failure(exitCodes.failed, 'It was not ordered.', 'Nothing was changed.')
  }
  process.stderr.write(`${message}\n`)
}
