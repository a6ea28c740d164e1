import type { Command } from 'commander'
import { day } from '../../day.ts'

/** The booking days of a report. */
export interface Days {
  readonly from: string
  readonly to: string
}

export function withDays(command: Command): Command {
  return command
    .requiredOption('--from <day>', 'the first booking day, such as 2027-06-01', day)
    .requiredOption('--to <day>', 'the last booking day', day)
}
