export * from './mask-data.ts'
