export * from './calculate.ts'
export * from './compile-pricing.ts'
export {
  type HttpPricingSettings,
  type HttpPricingConnection as Raters,
  openHttpPricing as openRaters,
  readHttpPricingSettings,
} from './http/index.ts'
export * from './premium/to-premium.ts'
export * from './pricing-types.ts'
