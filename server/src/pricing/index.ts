export * from './calculate.ts'
export * from './compile-pricing.ts'
export * from './premium/to-premium.ts'
export * from './pricing-types.ts'
