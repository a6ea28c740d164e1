export * from './event.ts'
export * from './event-store.ts'
export {
  type RecordedEvent,
  hasEventSince,
  hasEventsBetween,
  searchEvents,
  selectHappened,
  selectNewestEvent,
  selectEvents,
  selectEventsAfter,
  selectEventsOf,
  selectTypesBetween,
} from './event-search-store.ts'
export {
  type FeedEvent,
  selectFeed,
  selectFeedPolicies,
  selectLastPosition,
  selectPoliciesAfter,
  selectPosition,
} from './feed-store.ts'
export * from './feed-survey-store.ts'
export * from './feed-owner.ts'
export * from './keep-ordered.ts'
export * from './order-events.ts'
