import { InvalidArgumentError } from 'commander'

/** Reads an option that is a whole number within bounds. */
export function wholeNumber(atLeast: number, atMost: number): (text: string) => number {
  return (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= atLeast && number <= atMost) return number
    throw new InvalidArgumentError(`Write a whole number from ${atLeast} to ${atMost}.`)
  }
}
