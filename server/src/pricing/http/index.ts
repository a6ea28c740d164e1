export * from './compile-http-pricing.ts'
export * from './http-connection.ts'
export * from './http-settings.ts'
