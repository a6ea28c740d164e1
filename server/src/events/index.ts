export * from './event.ts'
export * from './event-store.ts'
export * from './event-search-store.ts'
