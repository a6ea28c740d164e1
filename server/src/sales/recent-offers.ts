import { LRUCache } from 'lru-cache'
import type { PolicyId } from '../kernel/index.ts'
import { type NewPolicy, type Policy, notEnded } from '../policies/index.ts'

/**
 * Offers that were made in this process a while ago. Most are paid soon and where they were made. What
 * has become of one meanwhile is not known here: whoever writes on its strength says which version
 * and status it saw, and reads it from the database where that is no longer so.
 */
export interface RecentOffers {
  keep(offer: NewPolicy): void
  /** As it was when it was made, once: whoever asks again had better ask the database. */
  take(id: PolicyId): Policy | undefined
}

const charactersMax = 16 * 1024 * 1024
/** What the answers take goes with what they hold; everything else is about this. */
const offerCharactersMin = 4 * 1024
/** Whoever sends much does not push out what many others sent. */
const offerCharactersMax = 128 * 1024

export function openRecentOffers(): RecentOffers {
  const kept = new LRUCache<PolicyId, NewPolicy>({
    maxSize: charactersMax,
    maxEntrySize: offerCharactersMax,
    sizeCalculation: ({ data, quote, metadata, media }) =>
      offerCharactersMin + JSON.stringify([data, quote.customerInput, metadata, media]).length,
  })
  return {
    keep: (offer) => void kept.set(offer.id, offer),
    take(id) {
      const offer = kept.get(id)
      kept.delete(id)
      return offer && { ...offer, ...untouched }
    },
  }
}

/** What only later events set. */
const untouched: Omit<Policy, keyof NewPolicy> = {
  ...notEnded,
  insurerExternalPolicyId: '',
  acceptedAt: null,
  issuedAt: null,
  suspendedSince: null,
  holdsUntil: null,
  isLocked: false,
}
