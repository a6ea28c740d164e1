export * from './compile-http-pricing.ts'
export * from './http-connection.ts'
