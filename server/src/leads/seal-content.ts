import type { LeadId } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../sealing/index.ts'
import type { LeadContent } from './lead.ts'

/** What a person has entered, and a token that redeems a price: both stand nowhere in plain text. */
export function sealContent(ring: KeyRing, id: LeadId, content: LeadContent): Sealed {
  return seal(ring, boundTo(id), Buffer.from(JSON.stringify(content)))
}

export function openContent(ring: KeyRing, id: LeadId, sealed: Sealed): LeadContent {
  // Sealed by us, and bound to this lead.
  return JSON.parse(open(ring, boundTo(id), sealed).toString()) as LeadContent
}

export function resealContent(ring: KeyRing, id: LeadId, sealed: Sealed): Sealed {
  return resealDataKey(ring, boundTo(id), sealed)
}

const boundTo = (id: LeadId) => `the lead ${id}`
