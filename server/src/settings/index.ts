export * from './limits.ts'
export * from './rater-settings.ts'
export * from './trusted-proxies.ts'
export * from './webhook-settings.ts'
