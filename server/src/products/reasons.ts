import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const pageNotAllowed = reason({
  kind: 'page_not_allowed',
  code: 'page_not_allowed',
  when: 'The public key was used on a web page whose origin the integration does not list.',
  message: (page: string, integrationId: string) =>
    `The origin ${page} is not in allowed_origins of integration ${integrationId}, so its pages may not use the integration.`,
  example: ['https://elsewhere.example', exampleIds.integration],
})
export const fieldNeeded = reason({
  kind: 'validation_failed',
  code: 'field_needed',
  when: 'Rules of a product on sale name a field that the dataset would not have.',
  message: (dataset: string, field: string, product: string) =>
    `The dataset ${dataset} would lose the field ${field}, which rules of the product ${product} name. Keep the field, or first publish ${product} without it.`,
  example: ['companies', 'city', 'by-city'],
})
export const providerNotDeclared = reason({
  kind: 'validation_failed',
  code: 'provider_not_declared',
  when: 'A payment plan of the version names a provider of yours, or a method of it, that you have removed.',
  message: (provider: string, method: string) =>
    `A payment plan of this version uses ${provider}/${method}, which is not among your declared payment providers. Declare it, or push the product without it.`,
  example: ['acme_invoice', 'invoice'],
})
export const draftNeedsTestKey = reason({
  kind: 'draft_needs_test_key',
  code: 'draft_with_live_key',
  when: 'A live key was used for a draft.',
  message: 'Unpublished versions can be used with test keys only.',
})
export const integrationNotFound = notFound('Integration', {
  code: 'integration_not_found',
  when: 'The integration is unknown, or of another distributor.',
  example: exampleIds.integration,
})
export const itemNotFound = notFound('Product item', {
  code: 'item_not_found',
  when: 'The product has no such item.',
  example: exampleIds.item,
})
export const planNotFound = notFound('Subscription plan', {
  code: 'subscription_plan_not_found',
  when: 'The product has no such payment plan.',
  example: exampleIds.plan,
})
export const productNotFound = notFound('Product', {
  code: 'product_not_found',
  when: 'You have no such product.',
  example: exampleIds.pushedProduct,
})
export const productVersionNotFound = notFound('Product version', {
  code: 'product_version_not_found',
  when: 'The product has no such version.',
  example: exampleIds.productVersion,
})
export const integrationVersionNotFound = notFound('Integration version', {
  code: 'integration_version_not_found',
  when: 'The integration has no such version.',
  example: exampleIds.integrationVersion,
})
export const productNotPublished = reason({
  kind: 'not_found',
  code: 'product_not_published',
  when: 'No version of the product is live yet.',
  message: 'Product was not found: it has not been published.',
})
export const integrationNotPublished = reason({
  kind: 'not_found',
  code: 'integration_not_published',
  when: 'No version of the integration is live yet.',
  message: (id: string) => `Integration ${id} was not found: it has not been published.`,
  example: [exampleIds.integration],
})
export const versionDoesNotCompile = reason({
  kind: 'calculation_failed',
  code: 'version_does_not_compile',
  when: 'The version was pushed to an older release, and this release cannot price it.',
  message: (id: string, problem: string) =>
    `Product version ${id} can no longer be compiled: ${problem}`,
  example: [exampleIds.productVersion, 'pricing.yaml has no outputs.'],
})
