export * from './catalogue.ts'
export * from './choose-terms.ts'
export * from './folder/index.ts'
export type * from './product-definition.ts'
export * from './publish-product.ts'
export * from './push-product.ts'
export {
  findIntegrationRecord,
  findItemRecord,
  selectIntegrations,
  selectPlans,
  selectVersionItems,
  sharesProduct,
} from './product-store.ts'
