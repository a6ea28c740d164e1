import { InvalidArgumentError } from 'commander'
import { Failure, exitCodes } from './failure.ts'

/** Reads an option that is a day of the calendar, such as 2027-01-31. */
export function day(text: string): string {
  const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const read = new Date(`${text}T00:00:00Z`)
  if (isWritten && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)) return text
  throw new InvalidArgumentError('Write a day such as 2027-01-31.')
}

/** Refuses a range that ends before it begins. */
export function assertInOrder({
  from,
  to,
}: {
  readonly from?: string
  readonly to?: string
}): void {
  if (from === undefined || to === undefined || from <= to) return
  const message = `--from ${from} is later than --to ${to}.`
  throw new Failure(exitCodes.usage, message, 'Name the earlier day with --from.')
}
