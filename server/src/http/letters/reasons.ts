import { exampleIds, reason } from '../../kernel/index.ts'

export const letterBeingMade = reason({
  kind: 'temporarily_unavailable',
  code: 'letter_being_made',
  when: 'The PDF of the letter is still being made.',
  message: (id: string) =>
    `The PDF of letter ${id} is still being made. Try again in a few seconds. If it fails, the event document.failed says why.`,
  example: [exampleIds.postLetter],
})
