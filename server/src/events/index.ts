export * from './event.ts'
export * from './record-event.ts'
export * from './search-events.ts'
