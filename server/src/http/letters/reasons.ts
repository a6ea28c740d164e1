import { exampleIds, reason } from '../../kernel/index.ts'

export const letterBeingMade = reason({
  kind: 'temporarily_unavailable',
  code: 'letter_being_made',
  when: 'The PDF of the letter is still being made.',
  message: (id: string) =>
    `Letter ${id} is still being made. Try again in a few seconds; see document.failed if it never is.`,
  example: [exampleIds.postLetter],
})
