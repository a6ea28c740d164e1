import { shellWord } from './shell-word.ts'

/** What to do with a folder that has just been made. */
export function nextSteps(folder: string): string[] {
  return [
    '',
    'Next:',
    `  bindery test ${shellWord(folder)}              run its cases`,
    `  bindery push ${shellWord(folder)} --publish    put it on sale`,
  ]
}
