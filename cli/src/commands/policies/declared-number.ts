import { Failure, exitCodes } from '../../failure.ts'

/** A declared value of the command line, added to those before it. */
export function declaredNumber(
  text: string,
  before: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const at = text.indexOf('=')
  const value = text.slice(at + 1).trim()
  const number = Number(value)
  if (at > 0 && value !== '' && !Number.isNaN(number)) {
    return { ...before, [text.slice(0, at)]: number }
  }
  const fix = 'Write an answer and its number, such as yearly_turnover=240000000.'
  throw new Failure(exitCodes.usage, `${text} is not of the form name=number.`, fix)
}
