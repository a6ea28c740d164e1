export * from './messages.ts'
export * from './open-thread.ts'
export * from './serve-orders.ts'
export * from './take-turns.ts'
