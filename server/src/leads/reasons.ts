import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const leadNotFound = notFound('Lead', {
  code: 'lead_not_found',
  when: 'You have no such lead in this mode, it has expired, or its token was not sent.',
  example: exampleIds.lead,
})
export const leadTooLarge = reason({
  kind: 'validation_failed',
  code: 'lead_too_large',
  when: 'The data is larger than a lead may be.',
  message: (bytes: number, bytesMax: number) =>
    `The data of the lead has ${bytes} bytes as JSON. The limit is ${bytesMax} bytes.`,
  example: [40_000, 32_768],
})
