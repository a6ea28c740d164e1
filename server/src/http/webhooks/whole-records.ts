import type { Caller } from '../../identity/index.ts'
import type { Webhook } from '../../webhooks/index.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { personalDataMasked } from '../reasons.ts'

const wholeRecords = 'A webhook with the payload `full`'

export const wholeRecordsMasked = personalDataMasked.listed({
  when: 'The webhook is sent whole records, and personal data is masked for the caller.',
  example: [wholeRecords],
})

/** Whole records are sent without masks, so that only callers without masks decide where to. */
export function assertMayReceive(caller: Caller, payload: Webhook['payload']): void {
  if (payload === 'full' && isMaskedFor(caller)) throw personalDataMasked(wholeRecords)
}
