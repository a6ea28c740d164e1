import { InvalidArgumentError } from 'commander'

/** Reads an option that is a day of the calendar, such as 2027-01-31. */
export function day(text: string): string {
  const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const read = new Date(`${text}T00:00:00Z`)
  if (isWritten && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text)) return text
  throw new InvalidArgumentError('Write a day such as 2027-01-31.')
}
