import type { Policy } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { useStore } from '../../store.ts'
import { language } from '../../words/language.ts'

/** The form that the policy was sold with: what its fields, plans and the product are called. */
export function useFormOf(policy: Policy, productVersionId = policy.product_version_id) {
  return useCall('showForm', {
    params: { integrationId: policy.touchpoint_id },
    query: { product_version_id: productVersionId },
  })
}

/** A text in the language of the page, or else in the first that there is. */
export function useSaid(): (
  texts: Readonly<Record<string, string>> | undefined,
  otherwise: string,
) => string {
  const wanted = useStore(language)
  return (texts = {}, otherwise) =>
    texts[wanted] ?? texts['en'] ?? Object.values(texts)[0] ?? otherwise
}

/** `company_street` as people write it. */
export function plainName(name: string): string {
  const words = (name.split('.').at(-1) ?? name).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
