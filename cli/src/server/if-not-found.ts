import { BinderyError } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'

/** Awaits an answer, and says where to look when the server does not have what was named. */
export async function ifNotFound<Answer>(asked: Promise<Answer>, fix: string): Promise<Answer> {
  try {
    return await asked
  } catch (cause) {
    if (!(cause instanceof BinderyError) || cause.kind !== 'notFound') throw cause
    throw new Failure(exitCodes.failed, cause.message, fix, { cause })
  }
}
