import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const massEndorsementNotFound = notFound('Mass endorsement', {
  code: 'mass_endorsement_not_found',
  when: 'You have no such mass endorsement in this mode.',
  example: exampleIds.massEndorsement,
})
export const taxRateSame = reason({
  kind: 'validation_failed',
  code: 'tax_rate_same',
  when: 'The new rate of tax is the old one.',
  message: (rate: string) =>
    `The old and the new rate of tax are both ${rate}. Send another new rate.`,
  errors: () => [{ code: 'invalid_value', field: 'tax_rate.to' } as const],
  example: ['19'],
})
export const massChangeUnclear = reason({
  kind: 'validation_failed',
  code: 'mass_endorsement_change_unclear',
  when: 'The change does not belong to the kind, or an indexation names no rise, or two.',
  message: (kind: string) => `The kind is ${kind}. ${toSend(kind)}`,
  errors: (kind: string) => [{ code: 'invalid_value', field: kind } as const],
  example: ['indexation'],
})

function toSend(kind: string): string {
  switch (kind) {
    case 'tax_rate':
      return 'Send `tax_rate`, and no `indexation` or `task`.'
    case 'indexation':
      return 'Send `indexation` with `answer` and either `percent` above 0 or `to`, and no `tax_rate` or `task`.'
    case 'task':
      return 'Send `task`, and no `tax_rate` or `indexation`.'
    default:
      return 'Send no `tax_rate`, `indexation` or `task`.'
  }
}

export const notPreviewable = reason({
  kind: 'validation_failed',
  code: 'mass_endorsement_not_previewable',
  when: 'The preview is running, or the mass endorsement was started before.',
  message: (state: string) =>
    `The mass endorsement is ${state}. Only a draft, or one that was previewed, can be previewed.`,
  example: ['running'],
})
export const notPreviewed = reason({
  kind: 'validation_failed',
  code: 'mass_endorsement_not_previewed',
  when: 'The mass endorsement was not previewed, or was started before.',
  message: (state: string) =>
    `The mass endorsement is ${state}. Preview it, wait until it is previewed, then start it.`,
  example: ['draft'],
})
export const notStoppable = reason({
  kind: 'validation_failed',
  code: 'mass_endorsement_not_running',
  when: 'The mass endorsement neither runs nor is previewed now.',
  message: (state: string) =>
    `The mass endorsement is ${state}. Only one that is running or previewing can be stopped.`,
  example: ['done'],
})
export const notStopped = reason({
  kind: 'validation_failed',
  code: 'mass_endorsement_not_stopped',
  when: 'The mass endorsement was not stopped.',
  message: (state: string) =>
    `The mass endorsement is ${state}. Only one that was stopped can be resumed.`,
  example: ['done'],
})
export const otherRuns = reason({
  kind: 'validation_failed',
  code: 'mass_endorsement_of_product_running',
  when: 'Another mass endorsement of the product runs in this mode.',
  message: () =>
    'Another mass endorsement of the product is running. Wait until it is done, or stop it.',
  example: [],
})
export const actNeedsPermission = reason({
  kind: 'not_permitted',
  code: 'act_needs_permission',
  when: 'The act on each policy needs a permission that you lack, or have for some policies only.',
  message: (permission: string) =>
    `This act on many policies needs the permission ${permission} for all policies.`,
  example: ['policies.cancel'],
})
