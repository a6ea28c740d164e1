import { BinderyError } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'

/** Awaits an answer, and adds a hint where to look if the server does not have the resource. */
export async function ifNotFound<Answer>(asked: Promise<Answer>, fix: string): Promise<Answer> {
  try {
    return await asked
  } catch (cause) {
    if (!(cause instanceof BinderyError) || cause.kind !== 'notFound') throw cause
    throw new Failure(exitCodes.failed, cause.message, fix, { cause })
  }
}
