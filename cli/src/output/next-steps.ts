import { shellWord } from './shell-word.ts'

/** The next commands for a new folder. */
export function nextSteps(folder: string): string[] {
  return [
    '',
    'Next:',
    `  bindery test ${shellWord(folder)}              run its test cases`,
    `  bindery push ${shellWord(folder)} --publish    put it on sale`,
  ]
}
