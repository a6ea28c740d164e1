export * from './event.ts'
export * from './record-event.ts'
